import type { Media } from '../../services/media.ts';
import type { VideoStreams } from '../../services/video-streams.ts';
import { conditionsOf, fileRequestOf } from '../pipeline/if-none-match.ts';
import { fullReply, streamReply, thumbReply } from '../pipeline/media-reply.ts';
import { route, type Reply, type Route } from '../pipeline/route.ts';
import { fields, oneOf } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { streamFailures, streamQuery, withDefaults } from '../schemas/streams.ts';
import { playerOf } from '../pipeline/player-of.ts';

/** The routes of photos' pictures and videos. */
export function mediaRoutes(deps: { media: Media; streams: VideoStreams }): Route[] {
  const { media, streams } = deps;
  return [
    route({
      method: 'GET',
      path: '/api/photos/{uid}/thumb',
      access: 'media',
      summary: 'The thumbnail: at most 512 px on the longer side.',
      params: input.photoParams,
      answer: { binary: ['image/webp'] },
      handle: async (call): Promise<Reply> =>
        thumbReply(await media.thumb(call.caller, call.params.uid, conditionsOf(call.headers))),
    }),

    route({
      method: 'GET',
      path: '/api/photos/{uid}/full',
      access: 'media',
      ranges: true,
      fails: [
        'too_large',
        'not_an_image',
        'source_answered_wrongly',
        'source_unavailable',
        'source_timeout',
        'not_ready',
      ],
      summary: 'The original in full resolution, straight from the photo store.',
      params: input.photoParams,
      query: fields({
        download: input.flag.description('Sends the photo as an attachment.'),
        format: oneOf('jpeg')
          .empty('')
          .description('The photo as JPEG, converted on the fly for browsers that cannot show the original.'),
      }),
      answer: { binary: ['image/*', 'video/*', 'application/octet-stream'] },
      async handle(call): Promise<Reply> {
        const read = call.query.format === 'jpeg' ? 'jpeg' : 'original';
        const photo = await media[read](call.caller, call.params.uid, fileRequestOf(call));
        return fullReply(photo, call.query.download ?? false);
      },
    }),

    route({
      method: 'GET',
      path: '/api/photos/{uid}/motion',
      access: 'media',
      ranges: true,
      fails: ['source_answered_wrongly', 'source_unavailable', 'source_timeout'],
      summary: 'The video of a live photo, from a file beside the photo in its store or from inside the photo’s file.',
      params: input.photoParams,
      answer: { binary: ['video/*', 'application/octet-stream'] },
      handle: async (call): Promise<Reply> =>
        fullReply(await media.motion(call.caller, call.params.uid, fileRequestOf(call)), false),
    }),

    route({
      method: 'GET',
      path: '/api/photos/{uid}/stream',
      access: 'media',
      fails: streamFailures,
      summary:
        'A video, or the video of a live photo, for browsers that cannot play the original: fragmented MP4 of H.264 and AAC, converted while it is watched. ' +
        'The header X-Stream-Start gives the second of the video at which the stream begins.',
      params: input.photoParams,
      query: streamQuery,
      answer: { binary: ['video/mp4'] },
      async handle(call): Promise<Reply> {
        const { caller, params, signal, wantsBody } = call;
        const by = caller === null ? `anybody ${call.address}` : `user ${caller.userId}`;
        const asker = { by, isGuest: caller === null, player: playerOf(call, `${by} ${params.uid}`) };
        const request = { ...withDefaults(call.query), asker, signal, wantsBody };
        return streamReply(await streams.open(caller, params.uid, request));
      },
    }),
  ];
}
