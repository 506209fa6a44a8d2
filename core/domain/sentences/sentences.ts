import { seldom } from './seldom-sentences.ts';

/**
 * Patterns of the server's sentences for admins, by kind: of its checks, of failed photos, of obstacles of the indexer.
 * Named groups are the values in them.
 */
const often = {
  index_damaged: /The index is damaged \((?<damage>.+?)\): stop the server and restore a backup\./,
  index_dangling: /The index has rows that point to nothing \((?<damage>.+?)\): stop the server and restore a backup\./,
  index_unknown: /The index is too large to be checked in time: nothing is known of it\./,
  index_in_part: /The index is large: (?<checked>\d+) of its (?<all>\d+) tables were checked in time and are intact\./,
  index_whole: /The index is intact\./,
  schema_right: /The index has schema version (?<found>\d+)\./,
  schema_wrong:
    /The index has schema version (?<found>\d+), this program knows (?<known>\d+): restart the server, with the newest version of the program\./,
  disk_full: /The disk of the data folder is full: free some space\./,
  disk_refuses: /The data folder cannot be written \((?<code>.+?)\): give the server's user the right to write there\./,
  disk_low: /The disk of the data folder has (?<free>.+?) left: free some, at least (?<least>[\d.]+ \w+)\./,
  disk_free: /The disk of the data folder has (?<free>[\d.]+ \w+) left\./,
  no_models_plugin: /No plugin brings machine learning: people are not recognised, and search only finds text\./,
  models_installed: /All models are installed: (?<models>.+?)\./,
  models_missing: /No models for .+? are installed: to install them, run `photofinch models pull`\./,
  pack_broken: /The model pack (?<pack>\S+) cannot be used\. .+/,
  packs_none: /No model pack is installed\./,
  packs_whole: /Whole model packs: (?<packs>[^.]+)\./,
  thumbs_missing:
    /(?<missing>\d+) of (?<all>\d+) thumbnails are missing or empty: the server is remaking them, so check again later\./,
  thumbs_stray: /(?<files>\d+) files? belongs? to no photo: no harm, only space\./,
  thumbs_there: /All (?<all>\d+) thumbnails are there\./,
  thumbs_there_in_part: /The (?<all>\d+) thumbnails that were checked in time are there\./,
  videos_read: /ffmpeg (?<version>\S+) has read all (?<videos>\d+) videos\./,
  videos_wait: /ffmpeg (?<version>\S+) is there, and (?<waiting>\d+) of (?<videos>\d+) videos wait for it\./,
  videos_no_program:
    /ffmpeg is not installed, and (?<waiting>\d+) of (?<videos>\d+) videos wait to be read with it: install it with `apt install ffmpeg`\./,
  backups_none: /There is no backup yet: make one now, and see that automatic backups are on\./,
  backups_old:
    /The last backup is from (?<time>\d{4}-\d\d-\d\d \d\d:\d\d UTC): make one now, and see that automatic backups are on\./,
  backups_good:
    /The last backup was made and verified at (?<time>\d{4}-\d\d-\d\d \d\d:\d\d UTC); there (?:is no other|are \d+ in all)\./,
  backups_unread:
    /The last backup, from (?<time>.+?), is not verified yet or cannot be read: check again later, or make another one\./,
  backups_broken: /The last backup, from (?<time>[^,]+?), is damaged: make another one\./,
  backups_on: /Automatic backups are on\./,
  backups_off: /Automatic backups are off\./,
  source_reached: /The photo source answers; the last sync ended at (?<time>.+? UTC)\./,
  source_reached_first: /The photo source answers; no sync has ended yet\./,
  // The beginning of a sentence about one of several sources.
  of_source: /(?<source>@?[\w./-]+):/,
  source_absent:
    /The library has (?<photos>\d+) photos? of the photo source (?<source>\S+), whose plugin is not loaded: .+?\./,
  source_silent: /The photo source has not answered within \d+ seconds\.|The bridge is silent: .+/,
  source_unreachable:
    /The photo source cannot be reached\.|The bridge cannot be reached.*|The bridge cannot reach its store.*|The connection to the photo source was lost\./,
  source_logged_out: /The photo source is not logged in\.|The bridge is not logged in to its store.*/,
  source_not_mounted:
    /The store of the bridge is not mounted.*|The bridge does not find the file that must be in its store.*/,
  source_wrong_key: /The key that the bridge was given does not fit its store.*/,
  source_gone: /The bridge finds most photos gone from its store.*/,
  source_starting:
    /The bridge is starting: it has not examined its store yet\.|The bridge has just started and has not scanned the store yet\./,
  bridge_has: /The bridge (?<bridge>\S+ \S+) has (?<photos>\d+) photos\./,
  bridge_scans: /The bridge (?<bridge>\S+ \S+) is scanning its store and knows (?<photos>\d+) photos\./,
  sync_late: /The last sync ended long ago, at (?<time>.+? UTC): see the log, or restart the server\./,
  totp_whole: /All two-step sign-in secrets can be read\./,
  photo_empty: /The file is empty\./,
  photo_unknown: /The file is not a picture: its content is of no known format\./,
  photo_not_shown: /The file's content is (?<format>.+?), which cannot be shown as a photo\./,
  photo_damaged:
    /The picture is damaged: its content cannot be decoded\.|This \S+ file is damaged: nothing of the picture can be read\./,
  photo_heic: /This HEIC file is damaged, or uses a variant that cannot be decoded\./,
  photo_gone: /The photo source does not have this photo any more\.|The photo is gone\./,
} as const satisfies Readonly<Record<string, RegExp>>;

export const sentences = { ...often, ...seldom };
