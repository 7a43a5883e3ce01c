local M={}
return M
