import { DomainError } from '../../domain/errors.ts';
import type { MediaAccess } from '../../services/media-access.ts';
import type { ReadableMedia } from '../../services/readable-media.ts';
import { route, type Route } from '../pipeline/route.ts';
import { either, fields, list } from '../schemas/answer.ts';
import { integer, word } from '../schemas/parts.ts';
import { signature, signatures } from '../schemas/accounts.ts';
import type { Signature, Signatures } from '../wire.ts';

const maxAtOnce = 1000;
/** The size in bytes of a body with that many paths of the longest uids that stores use. */
const largestBody = 512 * 1024;
/** Seconds. */
const longestLife = 366 * 86_400;

const path = word.max(2048);

/** Signed URLs of media, for clients that cannot send a bearer token. */
export function signRoutes(deps: {
  media: Pick<MediaAccess, 'sign' | 'now'>;
  readable: Pick<ReadableMedia, 'mayRead'>;
}): Route[] {
  const { media, readable } = deps;
  return [
    route({
      method: 'POST',
      path: '/api/sign',
      access: 'read',
      largestBody,
      summary:
        'Sign the path of a thumb, full photo, stream, motion part, cover or crop; append ?sig=…&exp=… to it. Or sign many paths at once: those that ' +
        'the caller cannot read are left out.',
      payload: fields({
        path,
        paths: list(path).min(1).max(maxAtOnce),
        ttl: integer
          .min(1)
          .max(longestLife)
          .description('The maximum lifetime of the signature in seconds; not longer than the usual one.'),
      }).xor('path', 'paths'),
      answer: either(signature, signatures),
      fails: ['not_found'],
      handle(call): Signature | Signatures {
        const { caller } = call;
        const { path: singlePath, paths = [], ttl } = call.payload;
        if (singlePath !== undefined) {
          const signed = media.sign(caller, singlePath, { ttl });
          if (!readable.mayRead(caller, singlePath)) throw noSuchPicture();
          return signed;
        }
        const now = media.now();
        // All paths are validated before unreadable ones are left out: an invalid path is always an error.
        const signed = paths.map((path, index) => ({
          path,
          ...media.sign(caller, path, { ttl, field: `paths[${index}]` }),
        }));
        const urls = signed.filter((item) => readable.mayRead(caller, item.path));
        return { urls, ttl: (signed[0]?.exp ?? now) - now };
      },
    }),
  ];
}

const noSuchPicture = (): DomainError =>
  new DomainError('not_found', 'There is no such picture.', { problem: 'no_such_photo' });
