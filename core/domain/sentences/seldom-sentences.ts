/** Like `often`, for rare errors. */
export const seldom = {
  check_late:
    /This check has not ended within (?<seconds>\d+) seconds: try again, and see the log if that is no better\./,
  check_failed: /This check failed in an unexpected way: see the log\./,
  models_unsaid: /The plugin (?<plugin>\S+) does not say which models it has \(.+?\): update or replace it\./,
  backups_no_plugin: /No plugin takes backups of the index\./,
  backups_ahead:
    /The backup (?<name>\S+) is dated in the future: correct this machine’s clock, or make another backup and delete that one\./,
  backups_schedule_broken: /.+ Save the schedule again, or correct backup-schedule\.json\./,
  backups_failed: /The scheduled backup failed at (?<time>.+? UTC), and is tried again every hour\. .+/,
  backups_not_pruned:
    /Old backups could not be removed at (?<time>.+? UTC); that is tried again after the next one\. .+/,
  backups_not_copied:
    /Copies of the backups by (?<plugin>\S+) have failed since (?<time>.+? UTC), and are tried again: .+?\./,
  second_factor_lost:
    /Two-step sign-in of (?<users>\d+) users? was encrypted with a different server secret: .+? recovery codes still work\./,
  second_factor_missing:
    /(?<users>\d+) users? ha(?:s|ve) a second factor of the plugin (?<plugin>.+?), which is not loaded, and cannot sign in: .+? `photofinch --disable-2fa <username>`\./,
  weak_keys:
    /Keys of the library that can be guessed quickly, .+?: (?<keys>\d+)\. Add others, .+? \(photofinch unlock list\)\./,
  levels_done:
    /Reading originals is costly: all (?<originals>\d+) have been read, and the details of (?<heads>\d+) of (?<photos>\d+) files\./,
  levels_stopped:
    /Reading originals is costly, and ORIGINALS_BUDGET is 0: no more originals are read\. Read so far: previews of (?<thumbnails>\d+) of (?<photos>\d+) photos, the details of (?<heads>\d+) files\./,
  levels_under_way:
    /Reading originals is costly; days left at (?<budget>.+?) a day: about (?<days>\d+)\. Read so far: previews of (?<thumbnails>\d+) of (?<photos>\d+) photos, the details of (?<heads>\d+) files, (?<originals>\d+) of (?<decodable>\d+) originals\./,
  sync_held:
    /The sync is held since (?<time>.+? UTC): .+? They stay until an admin agrees to remove them, or they are back in the store\./,
  loss_waits:
    /Something else is waiting for your agreement than what you were shown: .+? Look again, and agree to that if it is right\./,
  bridge_unwell: /The bridge is not well: see what it logs\./,
  source_unsupported: /The bridge cannot read this kind of store.*/,
  source_failed:
    /The photo source failed in an unexpected way: see the log\.|The photo source answered wrongly to .+|The bridge failed while it .+/,
  source_late: /The photo source did not answer within (?<seconds>\d+) seconds\./,
  folders_unread:
    /(?<folders>\d+) folders? of the store cannot be read; their photos stay as they were known: check the permissions\./,
  data_full: /The disk of the data folder is full: indexing goes on when there is space\./,
  data_refuses: /The data folder cannot be written: see the log for the reason\./,
  indexer_unknown: /The indexer met an error that it does not know: see the log\./,
  reader_broken: /The program that reads pictures does not start: see the log\./,
  reader_killed: /The system end(?:s|ed) the program that reads pictures.*: memory is probably short\./,
  photo_arrived_damaged: /The photo arrived damaged from the source, twice: .+/,
  photo_unread: /The photo source cannot read this photo: .+/,
  photo_endless: /The photo source did not say how long this photo is\./,
  photo_described_wrongly: /The photo source described this photo wrongly: .+/,
  photo_silent: /No byte of a photo came for (?<seconds>\d+) seconds\./,
  photo_slow: /(?:Decoding|Reading) the (?:picture|video) took longer than (?<seconds>\d+) seconds(?:, twice)?\./,
  photo_pixels:
    /The picture has (?:(?<width>\d+) × (?<height>\d+) = .+?, more than the limit of .+? \(MAX_PHOTO_PIXELS\)\.|more pixels than MAX_PHOTO_PIXELS allows\.)/,
  photo_bytes: /The file has (?<size>.+?), more than the limit of (?<most>.+?) \(MAX_PHOTO_BYTES\)\./,
  photo_memory: /.+ \(PHOTO_MEMORY\)\./,
  photo_reader_broke:
    /The program that reads pictures broke down over this file, twice\.|The program that reads pictures answered wrongly over this file\./,
  video_damaged: /The video is damaged: its content cannot be read\./,
  video_unknown: /The file is not a video: its content is of no known format\./,
  video_empty: /There is no picture in this video\./,
  video_coding: /The pictures of this video are coded in a way that is not known here\./,
  video_apart: /The pictures of this video stand too far apart in its file to read one\./,
  video_pixels: /The video has (?<width>\d+) × (?<height>\d+) pixels, more than can be read\./,
  video_memory: /Reading the video takes more memory than it may\./,
  video_reader_broke: /The program that reads videos broke down over this file\./,
  photo_models: /The models failed over this photo: see the log\./,
  photo_mystery: /This photo cannot be read, for a reason that the server does not know: see the log\./,
} as const satisfies Readonly<Record<string, RegExp>>;
