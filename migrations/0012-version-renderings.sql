-- The version of the renderer that made the HTML of a revision. 0: not the current one.
alter table post_versions add column render_version smallint not null default 0;
create index post_versions_by_render_version on post_versions (render_version);
