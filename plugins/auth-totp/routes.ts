import Joi from 'joi';
import {
  type Caller,
  type OwnerProof,
  type PluginAccounts,
  type PluginCall,
  PluginHttpError,
  type PluginRoute,
  SecondFactorLost,
} from 'photofinch/plugin-api';
import type { TotpSecondFactor } from './totp-second-factor.ts';

interface Dependencies {
  readonly secondFactor: TotpSecondFactor;
  readonly accounts: PluginAccounts;
}

const password = Joi.string().max(1024).required();
const code = Joi.string().max(64).required();

/** The caller's own second factor. */
export function totpRoutes({ secondFactor, accounts }: Dependencies): PluginRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/auth/2fa',
      access: 'read',
      errors: [],
      summary: 'Whether a code is asked for at the caller’s sign-in.',
      answer: Joi.object({
        available: Joi.boolean().required(),
        enabled: Joi.boolean().required(),
        recovery_codes_left: Joi.number().integer().min(0).required(),
      }),
      handler: async (call) => {
        const { enabled, recoveryCodesLeft } = await secondFactor.status(callerOf(call).userId);
        return { available: true, enabled, recovery_codes_left: recoveryCodesLeft };
      },
    },
    {
      method: 'POST',
      path: '/api/auth/2fa/enroll',
      access: 'read',
      errors: [403, 409, 503],
      summary: 'Begins to enrol an authenticator app; nothing changes until a first code confirms it.',
      payload: Joi.object({
        password,
        code: code.optional().max(16_384).description('When another second factor of the caller is on.'),
        factor: Joi.string()
          .max(256)
          .description('The name of the plugin whose code it is; absent: of any of the caller’s.'),
      }),
      answer: Joi.object({
        secret: Joi.string().required().description('Base32, for typing.'),
        otpauth_url: Joi.string().required(),
        qr_svg: Joi.string().required().description('The address as a QR code.'),
      }),
      handler: async (call) => {
        const caller = callerOf(call);
        if (secondFactor.isOn(caller.userId)) throw onAlready();
        await accounts.prove(call, call.payload as OwnerProof);
        const { secret, uri } = secondFactor.enroll(caller.userId, caller.username);
        return { secret, otpauth_url: uri, qr_svg: await qrSvg(uri) };
      },
      audit: () => ({ action: 'second_factor.enrolment_begun' }),
    },
    {
      method: 'POST',
      path: '/api/auth/2fa/confirm',
      access: 'read',
      errors: [400, 409, 503],
      summary: 'Switches the second factor on; the recovery codes are shown this once.',
      payload: Joi.object({ code }),
      answer: Joi.object({
        enabled: Joi.boolean().valid(true).required(),
        recovery_codes: Joi.array().items(Joi.string()).required(),
      }),
      handler: async (call) => {
        const { userId } = callerOf(call);
        if (secondFactor.isOn(userId)) throw onAlready();
        if (!secondFactor.isBegun(userId)) {
          throw new PluginHttpError(
            409,
            'There is nothing to confirm: begin to enrol first, and scan the new QR code.',
            { problem: 'enrolment_over' },
          );
        }
        let codes: string[] = [];
        const isRight = await accounts
          .attemptCode(userId, () => {
            codes = secondFactor.confirm(userId, (call.payload as { code: string }).code) ?? [];
            return Promise.resolve(codes.length > 0);
          })
          .catch(
            whenLost(
              'enrolment_over',
              'The secret of the server has changed since this enrolment began: begin it anew.',
            ),
          );
        if (!isRight) throw wrongCode();
        return { enabled: true, recovery_codes: codes };
      },
      audit: () => ({ action: 'second_factor.enabled' }),
    },
    {
      method: 'DELETE',
      path: '/api/auth/2fa',
      access: 'read',
      errors: [400, 403, 409, 503],
      summary: 'Switches the own second factor off.',
      payload: Joi.object({ password, code }),
      answer: Joi.object({ ok: Joi.boolean().valid(true).required() }),
      handler: async (call) => {
        const caller = callerOf(call);
        const payload = call.payload as { password: string; code: string };
        if (!(await accounts.passwordMatches(caller.userId, payload.password))) {
          throw new PluginHttpError(403, 'password is wrong.', { problem: 'wrong_password' });
        }
        if (!secondFactor.isOn(caller.userId)) throw offAlready();
        const isRight = await accounts
          .attemptCode(caller.userId, () => secondFactor.verify(caller.userId, payload.code))
          .catch(whenLost('codes_lost'));
        if (!isRight) throw wrongCode();
        await secondFactor.disable(caller.userId);
        return { ok: true };
      },
      audit: () => ({ action: 'second_factor.disabled' }),
    },
  ];
}

function onAlready(): PluginHttpError {
  return new PluginHttpError(409, 'The second factor is on already: switch it off first.', {
    problem: 'second_factor_on',
  });
}

function offAlready(): PluginHttpError {
  return new PluginHttpError(409, 'The second factor is off already.', { problem: 'second_factor_off' });
}

function wrongCode(): PluginHttpError {
  return new PluginHttpError(400, 'code is wrong: type the six digits that the app shows now.', {
    problem: 'wrong_code',
  });
}

/** Translates the error for codes that cannot be checked into a response with a remedy. */
const whenLost =
  (problem: string, message?: string) =>
  (error: unknown): never => {
    throw error instanceof SecondFactorLost ? new PluginHttpError(503, message ?? error.message, { problem }) : error;
  };

function callerOf({ caller }: PluginCall): Caller {
  if (!caller) throw new Error('A route for signed-in people was called by nobody');
  return caller;
}

/** A QR code as SVG element: the page's content security policy blocks images from `data:` URLs. */
async function qrSvg(text: string): Promise<string> {
  // Loaded only when a user enrols.
  const { default: QRCode } = await import('qrcode');
  return QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}
