import type {
  ChangedWithholding,
  FormerWithholding,
  Household,
  KnownWithholding,
  WithholdingChange,
} from '../../services/household.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { fields, list, type Value } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean } from '../schemas/parts.ts';
import { audience, withholdings } from '../schemas/household.ts';
import type * as wire from '../wire.ts';

/** More users than any household has. */
const maxUsers = 1000;

const payload = fields({
  kept_from_readers: boolean
    .strict()
    .description('Whether it is kept from all users with the role read; absent: unchanged.'),
  kept_from: list(input.id.strict())
    .max(maxUsers)
    .unique()
    .description('Ids of users: those that are added must be no admins. Only admins may send this. Absent: unchanged.'),
}).or('kept_from_readers', 'kept_from');

/** The routes that withhold albums and people from other users. */
export function householdRoutes({ household }: { household: Household }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/withholdings',
      access: 'write',
      summary:
        'The albums and people that are kept from some users, by name, without those that are kept from the caller.',
      answer: withholdings,
      handle: (call): wire.Withholdings => ({
        withholdings: household.all(call.caller).map(({ album, person, ...audience }) => ({
          album: album && { ...album },
          person: person && { ...person },
          ...present(audience),
        })),
      }),
    }),

    route({
      method: 'GET',
      path: '/api/albums/{album_uid}/audience',
      access: 'write',
      summary: 'The users from whom an album and its photos are kept.',
      params: input.albumParams,
      answer: audience,
      handle: (call): wire.Audience => present(household.audience(call.caller, { album: call.params.album_uid })),
    }),

    route({
      method: 'PUT',
      path: '/api/albums/{album_uid}/audience',
      access: 'write',
      summary:
        'Keeps an album and its photos from users, who do not find them anywhere from then on; or shows them again.',
      params: input.albumParams,
      payload,
      answer: audience,
      handle: (call): Reply =>
        audienceReply(household.setAudience(call.caller, { album: call.params.album_uid }, changeIn(call.payload))),
      audit: (_call, { subject, detail }) => ({ action: 'album.audience', subject, detail }),
    }),

    route({
      method: 'GET',
      path: '/api/people/{id}/audience',
      access: 'write',
      summary: 'The users from whom a person and the photos of them are kept.',
      params: input.idParams,
      answer: audience,
      handle: (call): wire.Audience => present(household.audience(call.caller, { person: call.params.id })),
    }),

    route({
      method: 'PUT',
      path: '/api/people/{id}/audience',
      access: 'write',
      summary:
        'Keeps a person and the photos of them from users, who do not find them anywhere from then on; or shows them again.',
      params: input.idParams,
      payload,
      answer: audience,
      handle: (call): Reply =>
        audienceReply(household.setAudience(call.caller, { person: call.params.id }, changeIn(call.payload))),
      audit: (_call, { subject, detail }) => ({ action: 'person.audience', subject, detail }),
    }),
  ];
}

const changeIn = ({ kept_from_readers: readers, kept_from: users }: Value<typeof payload>): WithholdingChange => ({
  readers,
  users,
});

const present = ({ readers, users }: KnownWithholding): wire.Audience => ({
  kept_from_readers: readers,
  kept_from: users && [...users],
});

/** For the audit trail: from whom something is withheld; undefined if from nobody. */
export function excluded({ readers, usernames }: FormerWithholding): string | undefined {
  const from = [...(readers ? ['role read'] : []), ...usernames];
  return from.length > 0 ? from.join(', ') : undefined;
}

const audienceReply = (audience: ChangedWithholding): Reply =>
  new Reply(present(audience), { subject: audience.subject, detail: excluded(audience) ?? 'off' });
