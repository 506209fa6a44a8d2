import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { Enrolments } from './enrolments.ts';
import { totpRoutes } from './routes.ts';
import { TotpSecondFactor } from './totp-second-factor.ts';

/** A second factor: codes of an authenticator app. */
const plugin: Plugin = {
  name: 'auth-totp',
  version: '1.0.0',
  apiVersion: API_VERSION,
  register(host) {
    const secondFactor = new TotpSecondFactor({
      enrolments: new Enrolments(host.state),
      key: host.deriveKey('secrets at rest'),
      clock: () => Math.floor(Date.now() / 1000),
    });
    host.provide('second-factor', secondFactor);
    host.routes(totpRoutes({ secondFactor, accounts: host.accounts }));
    // Part of the server's health check of the index, which contains these secrets.
    host.healthCheck({
      id: 'database',
      run: () => {
        const lost = secondFactor.lost().length;
        if (lost === 0) return Promise.resolve({ ok: true, detail: 'All two-step sign-in secrets can be read.' });
        return Promise.resolve({
          ok: false,
          detail: `Two-step sign-in of ${lost === 1 ? '1 user' : `${lost} users`} was encrypted with a different server secret: restore that secret (SIGNING_SECRET, or the file signing-secret in the data folder), or turn two-step sign-in off with \`photofinch --disable-2fa <username>\`; recovery codes still work.`,
        });
      },
    });
  },
};

export default plugin;
