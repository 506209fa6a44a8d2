import {
  maxSharedPhotos,
  type ShareAdministration,
  type ShareView,
} from '../../services/shares/share-administration.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean, ok } from '../schemas/parts.ts';
import * as schemas from '../schemas/shares.ts';
import type * as wire from '../wire.ts';

/** Bytes of a body with 5,000 uids of the length that stores use. */
const largestList = 2 * 1024 * 1024;

/** The routes with which makers and admins manage share links. */
export function shareRoutes({ shares }: { shares: ShareAdministration }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/shares',
      access: 'write',
      summary: 'The share links of the caller, or for admins of all users, newest first.',
      answer: schemas.shares,
      async handle(call): Promise<wire.Shares> {
        const listedShares = await shares.list(call.caller, call.signal);
        return { shares: listedShares.map(present), enabled: shares.isOn };
      },
    }),

    route({
      method: 'POST',
      path: '/api/shares',
      access: 'write',
      status: 201,
      largestBody: largestList,
      fails: ['conflict', 'not_found', 'not_ready'],
      summary: 'Makes a link that shows photos, or an album, to anyone who has it. Its URL is returned this once.',
      payload: schemas.newSharePayload(maxSharedPhotos),
      answer: schemas.newShare,
      async handle(call): Promise<Reply> {
        const { payload } = call;
        const { album, photos = [] } = payload;
        const content = album === undefined ? { photos } : { album };
        const { share, token } = await shares.make(
          call.caller,
          content,
          {
            name: nameOf(payload.name) ?? null,
            expiresAt: payload.expires_at,
            password: payload.password ?? null,
            download: payload.download ?? false,
            details: payload.details ?? false,
            archived: payload.include_archived ?? true,
          },
          call.signal,
        );
        return new Reply({ ...present(share), url: `/s/${token}` } satisfies wire.NewShare, { status: 201 });
      },
      audit: (_call, { body }) => {
        const { id, count } = body as wire.NewShare;
        return { action: 'share.made', subject: `#${id}`, detail: `${count} photos` };
      },
    }),

    route({
      method: 'PATCH',
      path: '/api/shares/{id}',
      access: 'write',
      fails: ['not_ready'],
      summary: 'Changes a share link of the caller; admins can change any. Its photos and its URL stay the same.',
      params: input.idParams,
      payload: schemas.shareChanges,
      answer: schemas.share,
      async handle(call): Promise<wire.Share> {
        const { expires_at: expiresAt, password, download, details, include_archived: archived } = call.payload;
        const changes = { name: nameOf(call.payload.name), expiresAt, password, download, details, archived };
        return present(await shares.change(call.caller, call.params.id, changes, call.signal));
      },
      audit: ({ params: { id }, payload }) => {
        const detail = Object.keys(payload).join(', ');
        return detail === '' ? null : { action: 'share.changed', subject: `#${id}`, detail };
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/shares/{id}',
      access: 'write',
      summary: 'Revokes a share link of the caller; admins can revoke any. It does not work from then on.',
      params: input.idParams,
      answer: ok,
      handle(call): wire.Ok {
        shares.revoke(call.caller, call.params.id);
        return { ok: true };
      },
      audit: ({ params: { id } }) => ({ action: 'share.revoked', subject: `#${id}` }),
    }),

    route({
      method: 'GET',
      path: '/api/admin/sharing',
      access: 'admin',
      summary: 'Whether photos may be shared by links; off at first.',
      answer: schemas.sharing,
      handle: (): wire.Sharing => ({ enabled: shares.isOn }),
    }),

    route({
      method: 'PUT',
      path: '/api/admin/sharing',
      access: 'admin',
      summary:
        'Switches sharing on or off. While it is off, no share link works; afterwards, those that were not revoked work again.',
      payload: fields({ enabled: boolean.strict().required() }),
      answer: schemas.sharing,
      handle({ payload: { enabled } }): wire.Sharing {
        shares.switch(enabled);
        return { enabled };
      },
      audit: ({ payload: { enabled } }) => ({ action: 'sharing.switched', detail: enabled ? 'on' : 'off' }),
    }),
  ];
}

/** Trimmed; null if empty. */
function nameOf(name: string | null | undefined): string | null | undefined {
  const trimmed = name?.trim();
  return trimmed === '' ? null : (trimmed ?? name);
}

function present(share: ShareView): wire.Share {
  return {
    id: share.id,
    name: share.name,
    maker: share.maker,
    own: share.isOwn,
    album: share.albumUid,
    album_name: share.albumName,
    count: share.photoCount,
    download: share.download,
    details: share.details,
    include_archived: share.archived,
    has_password: share.passwordHash !== null,
    expires_at: share.expiresAt,
    created_at: share.createdAt,
    views: share.views,
    downloads: share.downloads,
    last_seen_at: share.lastSeenAt,
    state: share.state,
  };
}
