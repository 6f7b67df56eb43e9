//! Orders one by one: what each does, what is left of it when its ruling falls
//! at once, and when play had gone on (contract, section 6). And how games end
//! (articles 7, 13, 21; 2002 22 to 24). What is only supposed of a game comes to
//! what it comes to when it is recorded.

mod rulings {
    mod confirming;
    mod ending;
    mod orders;
    mod overturning;
    mod random;
    mod ready;
    mod supposed;
}
