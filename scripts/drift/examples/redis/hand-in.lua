-- Acknowledges a batch and stores its part, only if the worker still owns the batch. Returns 1, or 0 when it does not.
-- KEYS: the stream, the list of parts. ARGV: the group, the worker, the ids of the batch, the part.
local part = table.remove(ARGV)
for n = 3, #ARGV do
  local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[n], ARGV[n], 1)[1]
  if not pending or pending[2] ~= ARGV[2] then return 0 end
end
for n = 3, #ARGV do redis.call('XACK', KEYS[1], ARGV[1], ARGV[n]) end
redis.call('RPUSH', KEYS[2], part)
return 1
