//@ axiomatic $(v)Windows {
//@     // bad: the window of $(window) bytes that ends at p is ill-formed. bad_first: the window of a text t that ends at p, with pads before t,
//@     // is ill-formed. bad_last: the window that ends k bytes after a text's end p, with pads there, is ill-formed.
//@     predicate $(v)bad{L}(uint8_t *p) reads p[-$(window - 1) .. 0];
//@     predicate $(v)bad_first{L}(uint8_t *t, uint8_t *p) reads t[0 .. p - t];
//@     predicate $(v)bad_last{L}(uint8_t *p, integer k) reads p[-$(window - 1) .. -1];
//@     // The axioms, in order: a window of t without pads is bad_first if and only if it is bad; a window of pads alone is not bad;
//@     // nor is a window of ASCII bytes, without pads, with pads before t, or with pads after it.
//@     axiom $(axioms)inside{L}: \forall uint8_t *t, *p; \base_addr(p) == \base_addr(t) && t + $(window - 1) <= p ==>
//@         ($(v)bad_first(t, p) <==> $(v)bad(p));
//@     axiom $(axioms)behind{L}: \forall uint8_t *p, integer k; k >= $(window - 1) ==> !$(v)bad_last(p, k);
//@     axiom $(axioms)ascii{L}: \forall uint8_t *p; $(p_is_ascii) ==> !$(v)bad(p);
//@     axiom $(axioms)ascii_first{L}: \forall uint8_t *t, *p; \base_addr(p) == \base_addr(t) && t <= p
//@         && (\forall uint8_t *q; \base_addr(q) == \base_addr(t) && t <= q <= p ==> *q <= 0x7F) ==> !$(v)bad_first(t, p);
//@     axiom $(axioms)ascii_last{L}: \forall uint8_t *p, integer k; k >= 0 && (\forall integer j; 1 <= j <= $(window - 1) ==> p[-j] <= 0x7F)
//@         ==> !$(v)bad_last(p, k);
//@     // Of a vector: nonzero: some bit is set. high: the high bit of some lane is set. holds: its lanes are the bytes at p. pads: all
//@     // lanes are pads.
//@     predicate $(v)nonzero($(v)vec v);
//@     predicate $(v)high($(v)vec v);
//@     predicate $(v)holds{L}($(v)vec v, uint8_t *p) reads p[0 .. $(bytes) - 1];
//@     predicate $(v)pads($(v)vec v);
//@ }
//@ predicate $(v)two_byte(integer b) = b <= $(hex(two_byte_trail)) || $(hex(two_byte_lead)) <= b <= $(hex(two_byte_limit - 1));
//@ predicate $(v)good{L}(uint8_t *from, uint8_t *to) =
//@     \forall uint8_t *p; \base_addr(p) == \base_addr(from) && from <= p < to ==> !$(v)bad(p);
//@ predicate $(v)all_two_byte{L}(uint8_t *from, uint8_t *to) =
//@     \forall uint8_t *p; \base_addr(p) == \base_addr(from) && from <= p < to ==> $(v)two_byte(*p);
//@ predicate $(v)all_ascii{L}(uint8_t *from, uint8_t *to) =
//@     \forall uint8_t *p; \base_addr(p) == \base_addr(from) && from <= p < to ==> *p <= 0x7F;
//@ predicate $(v)good_first{L}(uint8_t *t) =
//@     \forall uint8_t *p; \base_addr(p) == \base_addr(t) && t <= p < t + $(bytes) ==> !$(v)bad_first(t, p);
//@ predicate $(v)good_last{L}(uint8_t *p) = \forall integer k; 0 <= k < $(bytes) ==> !$(v)bad_last(p, k);
//@ predicate $(v)no_bad_window{L}(uint8_t *t, integer n) =
//@     $(v)good_first(t) && $(v)good(t + $(window - 1), t + n) && $(v)good_last(t + n);
