// A fingerprint of the rules that this code was generated from: 16 hexadecimal digits.
$(U)_API const char *$(p)spec_hash(void);
