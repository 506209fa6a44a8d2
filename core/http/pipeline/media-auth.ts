import type { Request, ServerAuthScheme } from '@hapi/hapi';
import { DomainError } from '../../domain/errors.ts';
import type { MediaAccess } from '../../services/media-access.ts';
import { bearerCaller, credentialsOf, type TokenReaders } from './bearer.ts';
import type { Caller } from './route.ts';

interface Dependencies extends TokenReaders {
  readonly media: Pick<MediaAccess, 'check'>;
  /** Whether thumbnails are public. */
  readonly publicThumbs: boolean;
}

/** Authentication for binary media: a bearer token, or `sig` and `exp` in the query, or none if pictures are public. */
export function mediaScheme({ media, publicThumbs, ...readers }: Dependencies): ServerAuthScheme {
  const callerOf = async (request: Request): Promise<Caller> => {
    const { sig, exp } = request.query as Record<string, unknown>;
    if (request.headers['authorization'] !== undefined || (sig === undefined && exp === undefined)) {
      return bearerCaller(request, readers);
    }
    if (typeof sig !== 'string' || typeof exp !== 'string' || !/^\d{1,12}$/.test(exp)) {
      throw new DomainError('forbidden', 'This link is not valid: load the page again.');
    }
    return media.check(request.path, sig, Number(exp));
  };
  return () => ({
    authenticate: async (request, h) => {
      try {
        return h.authenticated({ credentials: credentialsOf(await callerOf(request)) });
      } catch (error) {
        if (!publicThumbs || !(error instanceof DomainError)) throw error;
        return h.authenticated({ credentials: { app: { caller: null } } });
      }
    },
  });
}

const notForRoutes = new Set(['sig', 'exp', 'v']);

/** The query without signature and revision, which routes do not use. */
export function withoutSignature(query: Record<string, unknown>): Record<string, unknown> {
  const rest = Object.entries(query).filter(([name]) => !notForRoutes.has(name));
  // Without a prototype, like hapi's own: otherwise joi's copy would lose a parameter called __proto__.
  return Object.setPrototypeOf(Object.fromEntries(rest), null) as Record<string, unknown>;
}
