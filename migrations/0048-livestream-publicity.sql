-- Private livestreams can be watched only with signed URLs; public livestreams need no signature.
update broadcasts set is_public = s.is_public from all_livestreams s
  where s.provider = 'embedded' and s.provider_id = broadcasts.provider_id;
update all_livestreams set is_playback_public = is_public where provider = 'embedded';
