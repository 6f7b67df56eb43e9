//! placeholder
use serde::{Deserialize, Serialize};
/// placeholder
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RegulationsPatch(pub serde_json::Value);
