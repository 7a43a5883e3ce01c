// A hash of the rules from which this code was generated: 16 hexadecimal digits.
$(U)_API const char *$(p)spec_hash(void);
