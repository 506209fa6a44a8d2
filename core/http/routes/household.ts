import type { ChangedWithholding, FormerWithholding, Household, KnownWithholding } from '../../services/household.ts';
import { Reply, route, type Call, type Route } from '../pipeline/route.ts';
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
        audienceReply(household.setAudience(call.caller, { album: call.params.album_uid }, changeIn(call))),
      audit: (_call, reply) => ({ action: 'album.audience', ...audienceAudit(reply) }),
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
        audienceReply(household.setAudience(call.caller, { person: call.params.id }, changeIn(call))),
      audit: (_call, reply) => ({ action: 'person.audience', ...audienceAudit(reply) }),
    }),
  ];
}

const changeIn = ({
  payload: { kept_from_readers: readers, kept_from: users },
}: Pick<Call<object, object, Value<typeof payload>>, 'payload'>) => ({
  readers,
  users,
});

const present = ({ readers, users }: KnownWithholding): wire.Audience => ({
  kept_from_readers: readers,
  kept_from: users && [...users],
});

/** The reply with the new state of a subject, which the audit trail also needs. */
class WithholdingReply extends Reply {
  readonly kept: ChangedWithholding;

  constructor(audience: ChangedWithholding) {
    super(present(audience), { subject: audience.subject });
    this.kept = audience;
  }
}

/** For the audit trail: from whom something is withheld. */
export const excluded = ({ readers, usernames }: FormerWithholding): string[] => [
  ...(readers ? ['role read'] : []),
  ...usernames,
];

const audienceReply = (audience: ChangedWithholding): Reply => new WithholdingReply(audience);

function audienceAudit(reply: Reply): { subject?: string | undefined; detail: string } {
  const from = reply instanceof WithholdingReply ? excluded(reply.kept) : [];
  return { subject: reply.subject, detail: from.length === 0 ? 'off' : from.join(', ') };
}
