import Joi from 'joi';
import type { Media } from '../../services/media.ts';
import type { VideoStreams } from '../../services/video-streams.ts';
import { conditionsOf } from '../pipeline/if-none-match.ts';
import { fullReply, streamReply, thumbReply } from '../pipeline/media-reply.ts';
import { route, type Reply, type Route } from '../pipeline/route.ts';
import * as input from '../schemas/input.ts';
import { streamFailures, streamQuery, withDefaults, type StreamQuery } from '../schemas/streams.ts';
import { playerOf } from '../pipeline/player-of.ts';

interface OfPhoto {
  uid: string;
}

interface FullQuery {
  download?: boolean;
  format?: 'jpeg';
}

/** The routes of photos' pictures and videos. */
export function mediaRoutes(deps: { media: Media; streams: VideoStreams }): Route[] {
  const { media, streams } = deps;
  return [
    route<OfPhoto>({
      method: 'GET',
      path: '/api/photos/{uid}/thumb',
      access: 'media',
      summary: 'The thumbnail: at most 512 px on the longer side.',
      params: input.photoParams,
      answer: { binary: ['image/webp'] },
      handle: async (call): Promise<Reply> =>
        thumbReply(await media.thumb(call.caller, call.params.uid, conditionsOf(call.headers))),
    }),

    route<OfPhoto, FullQuery>({
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
      query: Joi.object({
        download: input.flag.description('Makes it an attachment.'),
        format: Joi.string()
          .valid('jpeg')
          .empty('')
          .description('Decoded on the fly, for browsers that cannot show it.'),
      }),
      answer: { binary: ['image/*', 'video/*', 'application/octet-stream'] },
      async handle(call): Promise<Reply> {
        const { params, caller } = call;
        const options = { ...conditionsOf(call.headers), signal: call.signal };
        const photo =
          call.query.format === 'jpeg'
            ? await media.jpeg(caller, params.uid, options)
            : await media.original(caller, params.uid, options);
        return fullReply(photo, call.query.download ?? false);
      },
    }),

    route<OfPhoto>({
      method: 'GET',
      path: '/api/photos/{uid}/motion',
      access: 'media',
      ranges: true,
      fails: ['source_answered_wrongly', 'source_unavailable', 'source_timeout'],
      summary:
        'What moves in a live photo: a short video, from beside the photo in its store, or from inside its file.',
      params: input.photoParams,
      answer: { binary: ['video/*', 'application/octet-stream'] },
      async handle(call): Promise<Reply> {
        const wanted = { ...conditionsOf(call.headers), signal: call.signal };
        return fullReply(await media.motion(call.caller, call.params.uid, wanted), false);
      },
    }),

    route<OfPhoto, StreamQuery>({
      method: 'GET',
      path: '/api/photos/{uid}/stream',
      access: 'media',
      fails: streamFailures,
      summary:
        'A video, or what moves in a live photo, for browsers that cannot play the original: fragmented MP4 of H.264 and AAC, made while it is watched. ' +
        'The header X-Stream-Start says at which second of the video it begins.',
      params: input.photoParams,
      query: Joi.object(streamQuery),
      answer: { binary: ['video/mp4'] },
      async handle(call): Promise<Reply> {
        const { caller, params, signal, wantsBody } = call;
        const by = caller === null ? `anybody ${call.address}` : `user ${caller.userId}`;
        const asker = { by, isGuest: caller === null, player: playerOf(call, `${by} ${params.uid}`) };
        const asked = { ...withDefaults(call.query), asker, signal, wantsBody };
        return streamReply(await streams.open(caller, params.uid, asked));
      },
    }),
  ];
}
