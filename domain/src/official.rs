//! placeholder
use serde::{Deserialize, Serialize};
/// placeholder
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Role {
    ChiefArbiter,
    DeputyChiefArbiter,
    Arbiter,
    Recorder,
    Organiser,
    PanelMember,
    Reviewer,
    Auditor,
}
