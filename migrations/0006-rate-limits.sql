-- Call counts, shared by all processes. Unlogged, because they do not matter after a crash.
create unlogged table rate_limits (
  key text primary key,
  window_ends timestamptz not null,
  calls int not null
);
create index rate_limits_ended on rate_limits (window_ends);
