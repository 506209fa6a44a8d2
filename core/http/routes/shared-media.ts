import type { FullPhoto, UnchangedContent } from '../../services/media.ts';
import { handsOutVideos } from '../../services/shares/shared-media.ts';
import { costs } from '../../services/shares/share-limits.ts';
import { fullReply, streamReply, thumbReply } from '../pipeline/media-reply.ts';
import { fileRequestOf } from '../pipeline/if-none-match.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { streamFailures, streamQuery, withDefaults } from '../schemas/streams.ts';
import { token, visitOf, type SharedDependencies } from './shared-visit.ts';

const params = fields({ token, uid: input.uid.required() });

const failsOfOriginals = [
  ...(['too_many_attempts', 'forbidden', 'too_large', 'not_an_image'] as const),
  ...(['source_answered_wrongly', 'source_unavailable', 'source_timeout', 'not_ready'] as const),
];

/** A copy must be revalidated each time, since it expires with the share. */
const afterAsking = { 'cache-control': 'private, no-cache' };

/** The routes of pictures and videos for guests. */
export function sharedMediaRoutes({ open, media, visits }: SharedDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/shared/{token}/photos/{uid}/thumb',
      access: 'none',
      ofShare: true,
      fails: ['too_many_attempts', 'forbidden'],
      summary: 'The thumbnail of a photo of a share.',
      params,
      answer: { binary: ['image/webp'] },
      async handle(call): Promise<Reply> {
        const share = open.unlocked(visitOf(call), costs.thumb);
        return withCacheRule(thumbReply(await media.thumb(share, call.params.uid, fileRequestOf(call))));
      },
    }),

    route({
      method: 'GET',
      path: '/api/shared/{token}/photos/{uid}/full',
      access: 'none',
      ofShare: true,
      ranges: true,
      fails: failsOfOriginals,
      summary: 'A photo of a share at screen size, made from its pixels only, without the metadata of its file.',
      params,
      query: fields({
        download: input.flag.description(
          'The original, with the date and place in its file; only if the share allows it.',
        ),
      }),
      answer: { binary: ['image/*', 'video/*', 'application/octet-stream'] },
      async handle(call): Promise<Reply> {
        const share = open.unlocked(visitOf(call), costs.picture);
        const options = fileRequestOf(call);
        if (call.query.download !== true) return picture(await media.shown(share, call.params.uid, options), false);
        const original = await media.original(share, call.params.uid, options);
        const isStart = !original.unchanged && (original.range?.start ?? 0) === 0;
        if (isStart && call.wantsBody) visits.downloaded(share);
        return picture(original, true);
      },
    }),

    route({
      method: 'GET',
      path: '/api/shared/{token}/photos/{uid}/stream',
      access: 'none',
      ofShare: true,
      ranges: true,
      fails: [...failsOfOriginals, ...streamFailures],
      summary:
        'A video of a share: its file, where dates and places or downloads are allowed; converted, as /api/photos/{uid}/stream ' +
        'is, where they are not, or where start or height is asked for.',
      params,
      query: streamQuery,
      answer: { binary: ['video/*', 'application/octet-stream'] },
      async handle(call): Promise<Reply> {
        const share = open.unlocked(visitOf(call), costs.picture);
        const { query, signal, wantsBody } = call;
        if (handsOutVideos(share) && Object.keys(query).length === 0) {
          return picture(await media.stream(share, call.params.uid, fileRequestOf(call)), false);
        }
        const request = { ...withDefaults(query), signal, wantsBody };
        return streamReply(await media.converted(share, call.params.uid, request));
      },
    }),

    route({
      method: 'GET',
      path: '/api/shared/{token}/photos/{uid}/motion',
      access: 'none',
      ofShare: true,
      ranges: true,
      fails: failsOfOriginals,
      summary: 'The video of a live photo, if the share allows the files of videos.',
      params,
      answer: { binary: ['video/*', 'application/octet-stream'] },
      async handle(call): Promise<Reply> {
        const share = open.unlocked(visitOf(call), costs.picture);
        return picture(await media.motion(share, call.params.uid, fileRequestOf(call)), false);
      },
    }),
  ];
}

const picture = (photo: FullPhoto | UnchangedContent, download: boolean): Reply =>
  withCacheRule(fullReply(photo, download));

function withCacheRule({ body, status, headers }: Reply): Reply {
  return new Reply(body, { status, headers: { ...headers, ...afterAsking } });
}
