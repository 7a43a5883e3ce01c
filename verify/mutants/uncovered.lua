-- SPDX-License-Identifier: 0BSD
return {}
