import type { PhotoSummary } from '../../domain/photo.ts';
import { DomainError } from '../../domain/errors.ts';
import { costs } from '../../services/shares/share-limits.ts';
import type { OpenShare } from '../../services/shares/open-shares.ts';
import { handsOutVideos } from '../../services/shares/shared-media.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { shareCookieHeader } from '../pipeline/share-cookie.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { ok, word } from '../schemas/parts.ts';
import * as schemas from '../schemas/shares.ts';
import type * as wire from '../wire.ts';
import { sharedDownloadRoutes } from './shared-downloads.ts';
import { sharedMediaRoutes } from './shared-media.ts';
import { tokenParams, visitOf, type SharedDependencies } from './shared-visit.ts';

/** The routes for guests with a share link. */
export function sharedRoutes(deps: SharedDependencies): Route[] {
  const { open, photos, media, visits, cookieSecure } = deps;
  return [
    route({
      method: 'GET',
      path: '/api/shared/{token}',
      access: 'none',
      ofShare: true,
      fails: ['too_many_attempts'],
      summary: 'The facts of a share link. All links that do not work get the same answer, for whatever reason.',
      params: tokenParams,
      answer: schemas.sharedFacts,
      async handle(call): Promise<wire.SharedFacts> {
        const share = open.find(visitOf(call), costs.list);
        await photos.ready(share.row, call.signal);
        const { row, viewer, isLocked } = share;
        const facts = isLocked
          ? {
              name: null,
              count: 0,
              download: false,
              details: false,
              videos: false,
              video_files: false,
              expires_at: null,
            }
          : {
              name: row.name,
              count: photos.count(row, viewer),
              download: row.download,
              details: row.details,
              videos: await media.playsVideos(share),
              video_files: handsOutVideos(share),
              expires_at: row.expiresAt,
            };
        return { ...facts, needs_password: isLocked };
      },
    }),

    route({
      method: 'GET',
      path: '/api/shared/{token}/photos',
      access: 'none',
      ofShare: true,
      fails: ['too_many_attempts', 'forbidden'],
      summary: 'The photos of a share.',
      params: tokenParams,
      query: fields({ limit: input.limit(500, 1000), offset: input.offset }),
      answer: schemas.sharedPhotos,
      async handle(call): Promise<wire.SharedPhotos> {
        const share = open.unlocked(visitOf(call), costs.list);
        await photos.ready(share.row, call.signal);
        const page = photos.page(share, call.query);
        if (call.query.offset === 0 && call.wantsBody) visits.seen(share, call.address);
        return { photos: page.photos.map((photo) => present(share, call.params.token, photo)), total: page.total };
      },
    }),

    route({
      method: 'POST',
      path: '/api/shared/{token}/unlock',
      access: 'none',
      ofShare: true,
      ownPagesOnly: true,
      fails: ['too_many_attempts', 'forbidden', 'not_ready'],
      summary: 'Opens a share that has a password, in this browser for some hours.',
      params: tokenParams,
      payload: fields({ password: word.max(1024).required() }),
      answer: ok,
      async handle(call): Promise<Reply> {
        const share = open.find(visitOf(call), costs.list);
        const proof = await visits.unlock(share, call.payload.password, call.address);
        const headers =
          proof === null ? {} : { 'set-cookie': shareCookieHeader(call.params.token, proof, { secure: cookieSecure }) };
        return new Reply({ ok: true } satisfies wire.Ok, { headers });
      },
      auditFailure: (call, error) => {
        if (!(error instanceof DomainError) || error.problem !== 'wrong_password') return null;
        return { action: 'share.password_failed', subject: open.subjectOf(call.params.token) };
      },
    }),

    ...sharedMediaRoutes(deps),
    ...sharedDownloadRoutes(deps),
  ];
}

function present({ row, seal }: OpenShare, token: string, photo: PhotoSummary): wire.SharedPhoto {
  const uid = seal.nameOf(photo.id);
  const { width, height, thumbhash, kind, duration } = photo;
  return {
    uid,
    thumb_url: photo.thumbRevision === 0 ? null : `/api/shared/${token}/photos/${uid}/thumb`,
    width,
    height,
    thumbhash,
    kind,
    duration,
    ...(row.details && { taken_at_local: photo.takenAtLocal, place: photo.place }),
  };
}
