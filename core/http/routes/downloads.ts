import { noteLanguages } from '../../services/downloads/download-note.ts';
import { ticketLife, type DownloadTickets } from '../../services/downloads/download-tickets.ts';
import type { PhotoDownloads, PreparedDownload } from '../../services/downloads/photo-downloads.ts';
import { contentDisposition } from '../pipeline/media-reply.ts';
import { Reply, route, type Call, type Caller, type Route } from '../pipeline/route.ts';
import { fields, list, oneOf, type Value } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { word } from '../schemas/parts.ts';
import { photoFilterBody } from '../schemas/photo-filter.ts';
import { downloadTicket } from '../schemas/downloads.ts';
import type { DownloadTicket } from '../wire.ts';

/** The maximum number of uids in one request; an album or a filter may select more photos. */
const maxUids = 20_000;
/** The size in bytes of a body with that many uids of usual length. */
const largestBody = 4 * 1024 * 1024;

const payload = fields({
  uids: list(input.uid).min(1).max(maxUids).description('Uids of photos.'),
  album: input.uid.description('The uid of an album.'),
  filter: photoFilterBody.description('All photos that match this filter.'),
  language: oneOf(...noteLanguages).description(
    'The language of the text file in the ZIP that lists the photos which could not be read; en by default.',
  ),
}).xor('uids', 'album', 'filter');

const archive = { binary: ['application/zip'] };

/** Downloads of many originals as one ZIP. */
export function downloadRoutes(deps: {
  downloads: Pick<PhotoDownloads, 'prepare' | 'open' | 'refuseTooMany'>;
  tickets: Pick<DownloadTickets, 'issue' | 'peek' | 'spend'>;
}): Route[] {
  const { downloads, tickets } = deps;
  const prepare = (call: Call<object, object, Value<typeof payload>>, caller: Caller): Promise<PreparedDownload> => {
    downloads.refuseTooMany(ofUser(caller.userId));
    return downloads.prepare(caller, call.payload, {
      language: call.payload.language,
      signal: call.signal,
    });
  };
  return [
    route({
      method: 'POST',
      path: '/api/download',
      access: 'read',
      largestBody,
      summary:
        'The originals of photos as one ZIP, straight from the photo store. A text file in it lists those that failed.',
      payload,
      answer: archive,
      fails: ['forbidden', 'not_found', 'too_large', 'not_ready'],
      async handle(call): Promise<Reply> {
        const prepared = await prepare(call, call.caller);
        return zipReply(prepared, downloads.open(prepared, { by: ofUser(call.caller.userId), signal: call.signal }));
      },
    }),

    route({
      method: 'POST',
      path: '/api/download/tickets',
      access: 'read',
      largestBody,
      summary:
        'A URL of the same ZIP, from which a browser can save it to disk without holding it in memory. It works once, for some minutes.',
      payload,
      answer: downloadTicket,
      fails: ['forbidden', 'not_found', 'too_large', 'not_ready'],
      async handle(call): Promise<DownloadTicket> {
        const prepared = await prepare(call, call.caller);
        return {
          url: `/api/download/${tickets.issue(call.caller.userId, prepared)}`,
          expires_in: ticketLife,
          name: prepared.fileName,
          count: prepared.count,
          bytes: prepared.bytes,
        };
      },
    }),

    route({
      method: 'GET',
      path: '/api/download/{ticket}',
      access: 'none',
      summary: 'The ZIP of a ticket, once.',
      params: fields({ ticket: word.max(1024).required() }),
      answer: archive,
      fails: ['not_ready'],
      handle(call): Reply {
        const { userId, download } = tickets.peek(call.params.ticket);
        if (!call.wantsBody) return zipReply(download, Buffer.alloc(0));
        const body = downloads.open(download, { by: ofUser(userId), signal: call.signal });
        tickets.spend(call.params.ticket);
        return zipReply(download, body);
      },
    }),
  ];
}

const ofUser = (userId: number): string => `user ${userId}`;

/** The length is unknown, since some photos may be missing in the end. */
export function zipReply({ fileName }: PreparedDownload, body: Reply['body']): Reply {
  return new Reply(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', fileName),
      'accept-ranges': 'none',
    },
  });
}
