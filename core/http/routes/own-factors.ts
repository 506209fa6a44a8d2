import type { LoadedFactor } from '../../services/sign-in/enrolled-factors.ts';
import type { Reauthentication } from '../../services/sign-in/reauthentication.ts';
import type { SecondFactors } from '../../services/sign-in/second-factors.ts';
import { originOfCall } from '../pipeline/own-origin.ts';
import { route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import { factorChallenge, factorName, ownFactors } from '../schemas/second-factors.ts';
import type { FactorChallenge, OwnFactors as Answer } from '../wire.ts';
import { presentFactor } from './present-factor.ts';

interface Dependencies {
  readonly secondFactors: Pick<SecondFactors, 'statesOf'>;
  readonly reauthentication: Pick<Reauthentication, 'challenge'>;
  readonly trustProxy: boolean;
}

/** The second factors of the signed-in user. */
export function ownFactorRoutes({ secondFactors, reauthentication, trustProxy }: Dependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/auth/factors',
      access: 'read',
      summary: 'The second factors that the server offers, and whether the caller has set them up.',
      answer: ownFactors,
      handle: async (call): Promise<Answer> => {
        const states = await secondFactors.statesOf(call.caller.userId);
        return {
          factors: states.map((state) => ({
            ...presentFactor(state),
            enabled: state.enabled,
            enrolment: enrolmentOf(state),
          })),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/factors/challenge',
      access: 'read',
      ownPagesOnly: true,
      fails: ['not_found', 'conflict', 'too_many_attempts', 'not_ready'],
      summary:
        'Makes the challenge of a second factor of the caller, for an action that asks for the second factor again.',
      payload: fields({ factor: factorName.required().description('The name of its plugin.') }),
      answer: factorChallenge,
      handle: async (call): Promise<FactorChallenge> => {
        const { payload, signal, headers } = call;
        const origin = originOfCall(headers, { trustProxy });
        const { userId } = call.caller;
        return { challenge: await reauthentication.challenge(userId, payload.factor, { origin, signal }) };
      },
    }),
  ];
}

function enrolmentOf({ factor: { enrolment } }: LoadedFactor): Answer['factors'][number]['enrolment'] {
  return enrolment ? { page: enrolment.page, label: enrolment.label } : null;
}
