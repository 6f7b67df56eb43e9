pub fn decide() {}
