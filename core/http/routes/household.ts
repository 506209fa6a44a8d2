import Joi from 'joi';
import type { ChangedWithholding, FormerWithholding, Household, KnownWithholding } from '../../services/household.ts';
import { Reply, route, type Call, type Route } from '../pipeline/route.ts';
import { audience, withholdings } from '../schemas/household.ts';
import type * as wire from '../wire.ts';

interface AudiencePayload {
  kept_from_readers?: boolean;
  kept_from?: number[];
}

/** More users than any household has. */
const maxUsers = 1000;

const payload = Joi.object({
  kept_from_readers: Joi.boolean()
    .strict()
    .description('Whether it is kept from all users with the role read; absent: unchanged.'),
  kept_from: Joi.array()
    .items(Joi.number().integer().min(1).strict())
    .max(maxUsers)
    .unique()
    .description('Ids of users: those that are added must be no admins. Only admins may send this. Absent: unchanged.'),
}).or('kept_from_readers', 'kept_from');

/** The routes that withhold albums and people from other users. */
export function householdRoutes({ household }: { household: Household }): Route[] {
  const albumParams = Joi.object({ album_uid: Joi.string().max(1024).required() });
  const personParams = Joi.object({ id: Joi.number().integer().min(1).required() });
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

    route<{ album_uid: string }>({
      method: 'GET',
      path: '/api/albums/{album_uid}/audience',
      access: 'write',
      summary: 'The users from whom an album and its photos are kept.',
      params: albumParams,
      answer: audience,
      handle: (call): wire.Audience => present(household.audience(call.caller, { album: call.params.album_uid })),
    }),

    route<{ album_uid: string }, object, AudiencePayload>({
      method: 'PUT',
      path: '/api/albums/{album_uid}/audience',
      access: 'write',
      summary:
        'Keeps an album and its photos from users, who do not find them anywhere from then on; or shows them again.',
      params: albumParams,
      payload,
      answer: audience,
      handle: (call): Reply =>
        audienceReply(household.setAudience(call.caller, { album: call.params.album_uid }, changeIn(call))),
      audit: (_call, reply) => ({ action: 'album.audience', ...audienceAudit(reply) }),
    }),

    route<{ id: number }>({
      method: 'GET',
      path: '/api/people/{id}/audience',
      access: 'write',
      summary: 'The users from whom a person and the photos of them are kept.',
      params: personParams,
      answer: audience,
      handle: (call): wire.Audience => present(household.audience(call.caller, { person: call.params.id })),
    }),

    route<{ id: number }, object, AudiencePayload>({
      method: 'PUT',
      path: '/api/people/{id}/audience',
      access: 'write',
      summary:
        'Keeps a person and the photos of them from users, who do not find them anywhere from then on; or shows them again.',
      params: personParams,
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
}: Pick<Call<object, object, AudiencePayload>, 'payload'>) => ({
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
