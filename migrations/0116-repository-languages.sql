-- Fetches all repositories again when they are due, even unchanged ones, because their language was not stored.
update project_repositories set etag = null;
