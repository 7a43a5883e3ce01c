// A fingerprint of the rules that this code was generated from: 16 hexadecimal digits.
const char *$(p)spec_hash(void);
