import { expect } from 'chai';
import { clientName } from '../../web/state/session/client-name.ts';
import { ScheduleForm } from '../../web/state/server/schedule-form.ts';
import { TwoFactorSetup, type TwoFactorApi } from '../../web/state/session/two-factor-setup.ts';

describe('switching the second factor on and off', () => {
  const enrolment = { secret: 'ABC', otpauth_url: 'otpauth://totp/x', qr_svg: '<svg/>' };
  const refused = (): Promise<never> => Promise.reject(new Error('code is wrong.'));
  const setUp = (api: Partial<TwoFactorApi> = {}): TwoFactorSetup =>
    new TwoFactorSetup({
      state: () => Promise.resolve({ available: true, enabled: false, recovery_codes_left: 0 }),
      enrol: () => Promise.resolve(enrolment),
      confirm: () => Promise.resolve({ enabled: true, recovery_codes: ['a-1', 'b-2'] }),
      drop: () => Promise.resolve({ ok: true }),
      ...api,
    });

  it('goes from the password to the first code to the recovery codes, and off again', async () => {
    const setup = setUp();
    await setup.load();
    expect(setup.step.value).to.deep.equal({ is: 'off' });
    await setup.begin({ current_password: 'secret' });
    expect(setup.step.value).to.deep.equal({ is: 'scan', enrolment });
    await setup.confirm('123456');
    expect(setup.step.value).to.deep.equal({ is: 'codes', codes: ['a-1', 'b-2'] });
    setup.cancel();
    setup.kept();
    expect(setup.step.value).to.deep.equal({ is: 'on', codesLeft: 2 });
    await setup.drop('secret', '123456');
    expect(setup.step.value).to.deep.equal({ is: 'off' });
  });

  it('stays at a step that the server rejects', async () => {
    const setup = setUp({ confirm: refused, drop: refused });
    await setup.begin({ current_password: 'secret' });
    let refusal: unknown;
    await setup.confirm('000000').catch((error: unknown) => {
      refusal = error;
    });
    expect((refusal as Error).message).to.equal('code is wrong.');
    expect(setup.step.value.is).to.equal('scan');
    setup.cancel();
    expect(setup.step.value.is).to.equal('off');
  });

  it('is unavailable on servers without a second factor, and reports if its state cannot be loaded', async () => {
    const none = setUp({ state: () => Promise.reject(Object.assign(new Error('No route.'), { status: 404 })) });
    await none.load();
    expect(none.step.value).to.deep.equal({ is: 'unavailable' });
    const lost = setUp({ state: refused });
    await lost.load();
    expect(lost.step.value).to.deep.equal({ is: 'failed', why: 'code is wrong.' });
  });
});

describe('the form of the backup schedule', () => {
  const saved = { enabled: false, hour: 3, minute: 5, keep: 14, next_run_at: null };

  it('shows the schedule of the server, and has the edited one to send', () => {
    const form = new ScheduleForm();
    expect(form.isChanged).to.equal(false);
    form.take(saved);
    expect([form.time.value, form.keep.value, form.isChanged]).to.deep.equal(['03:05', '14', false]);
    form.time.value = '23:40';
    form.enabled.value = true;
    expect(form.isChanged).to.equal(true);
    expect(form.schedule).to.deep.equal({ enabled: true, hour: 23, minute: 40, keep: 14 });
  });

  it('has nothing to send while a field is empty or invalid, but lets the browser explain that', () => {
    const form = new ScheduleForm();
    form.take(saved);
    for (const keep of ['', '0', '1.5', '10001', 'x']) {
      form.keep.value = keep;
      expect([form.schedule, form.isChanged], keep).to.deep.equal([null, true]);
    }
    form.keep.value = '3';
    form.time.value = '';
    expect(form.schedule).to.equal(null);
  });
});

describe('the name of a signed-in client', () => {
  it('consists of browser and device', () => {
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/17.5 Mobile Safari/604.1';
    expect(clientName(chrome)).to.deep.equal({ browser: 'Chrome', device: 'Windows' });
    expect(clientName(`${chrome} Edg/126.0`)).to.deep.equal({ browser: 'Edge', device: 'Windows' });
    expect(clientName(iphone)).to.deep.equal({ browser: 'Safari', device: 'iPhone' });
    expect(clientName('curl/8.5.0')).to.deep.equal({ browser: 'curl', device: null });
    for (const nothing of [null, '', 'Mozilla/5.0']) {
      expect(clientName(nothing)).to.deep.equal({ browser: null, device: null });
    }
  });
});
