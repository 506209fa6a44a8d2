import type { Migration } from '../migrate.ts';
import { initial } from './0001-initial.ts';
import { deaths } from './0002-deaths.ts';
import { people } from './0003-people.ts';
import { audit } from './0004-audit.ts';
import { faceRejections } from './0005-face-rejections.ts';
import { mergeRecords } from './0006-merge-records.ts';
import { tokenUse } from './0007-token-use.ts';
import { secondFactorMarks } from './0008-second-factor-marks.ts';
import { photoItems } from './0009-photo-items.ts';
import { mergesOnRecord } from './0010-merges-on-record.ts';
import { thingsAndText } from './0011-things-and-text.ts';
import { photoFaults } from './0012-photo-faults.ts';
import { ignoredFaces } from './0013-ignored-faces.ts';
import { examinedLevels } from './0014-levels.ts';
import { saidInTheStore } from './0015-said-in-the-store.ts';
import { ownAlbums } from './0016-own-albums.ts';
import { photoEdits } from './0017-photo-edits.ts';
import { shares } from './0018-shares.ts';
import { folders } from './0019-folders.ts';
import { trips } from './0020-trips.ts';
import { withholdings } from './0021-withholdings.ts';
import { stacks } from './0022-stacks.ts';
import { ownHidden } from './0023-own-hidden.ts';
import { noPlace } from './0024-no-place.ts';
import { videos } from './0025-videos.ts';
import { motions } from './0026-motions.ts';
import { events } from './0027-events.ts';
import { signInLinks } from './0028-sign-in-links.ts';
import { backupTargets } from './0029-backup-targets.ts';
import { pluginSettings } from './0030-plugin-settings.ts';
import { sources } from './0031-sources.ts';
import { askedKinds } from './0032-asked-kinds.ts';
import { secondFactorStock } from './0033-second-factor-stock.ts';
import { copiedBytes } from './0034-copied-bytes.ts';
import { foldedTexts } from './0035-folded-texts.ts';
import { learnedSizes } from './0036-learned-sizes.ts';
import { copiedPlaces } from './0037-copied-places.ts';

/** All migrations, oldest first. Add new ones at the end; never change one that was released. */
export const migrations: readonly Migration[] = [
  initial,
  deaths,
  people,
  audit,
  faceRejections,
  mergeRecords,
  tokenUse,
  secondFactorMarks,
  photoItems,
  mergesOnRecord,
  thingsAndText,
  photoFaults,
  ignoredFaces,
  examinedLevels,
  saidInTheStore,
  ownAlbums,
  photoEdits,
  shares,
  folders,
  trips,
  withholdings,
  stacks,
  ownHidden,
  noPlace,
  videos,
  motions,
  events,
  signInLinks,
  backupTargets,
  pluginSettings,
  sources,
  askedKinds,
  secondFactorStock,
  copiedBytes,
  foldedTexts,
  learnedSizes,
  copiedPlaces,
];
