<?php
// A page cache like those of WordPress plugins such as WP Super Cache: WordPress runs this file before it loads itself
// and its plugins. Pages of visitors are stored in files, which are valid for an hour.
if ($_SERVER['REQUEST_METHOD'] !== 'GET' || preg_match('/wordpress_logged_in|comment_author/', join(' ', array_keys($_COOKIE)))) {
    return;
}
$cache_file = dirname(__DIR__, 2) . '/cache/' . md5($_SERVER['HTTP_HOST'] . $_SERVER['REQUEST_URI']);
if (is_file($cache_file) && filemtime($cache_file) > time() - 3600) {
    [$cache_type, $cache_body] = explode("\n", file_get_contents($cache_file), 2);
    header('Content-Type: ' . $cache_type);
    echo $cache_body;
    exit;
}
ob_start(function ($body) use ($cache_file) {
    if (http_response_code() === 200) {
        $type = 'text/html; charset=UTF-8';
        foreach (headers_list() as $line) {
            if (stripos($line, 'content-type:') === 0) {
                $type = trim(substr($line, 13));
            }
        }
        file_put_contents($cache_file . getmypid(), $type . "\n" . $body);
        rename($cache_file . getmypid(), $cache_file);
    }
    return $body;
});
