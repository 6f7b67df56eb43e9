//! The dossier of an appeal.
