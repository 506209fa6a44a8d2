import { expect } from 'chai';
import { withTempFolder } from '../../support/temp-folder.ts';
import { closedSources, faultOf, withPlugins, writePlugin } from './loading.ts';

const signal = new AbortController().signal;

describe('the bridge', () => {
  const environment = { BRIDGE_URL: 'http://127.0.0.1:9', BRIDGE_TOKEN: '0123456789abcdef0123456789abcdef' };
  const names = (registry: { plugins: readonly { name: string; provides: readonly string[] }[] }): string[] =>
    registry.plugins
      .filter(({ name }) => !['ml-onnx', 'vectors-local', 'backup', 'auth-totp'].includes(name))
      .map(({ name, provides }) => `${name}: ${provides.join()}`);

  it('is the photo source if BRIDGE_URL is set, without being named in PLUGINS', () =>
    withPlugins({ plugins: [], environment }, (registry) => {
      expect(names(registry)).to.deep.equal(['bridge-upstream: photo-source']);
      expect(registry.healthChecks.map(({ id }) => id)).to.deep.equal(['bridge', 'models', 'backups', 'database']);
    }));

  it('may be named in PLUGINS as well', () =>
    withPlugins({ plugins: ['bridge-upstream'], environment }, (registry) => {
      expect(names(registry)).to.deep.equal(['bridge-upstream: photo-source']);
    }));

  it('provides nothing without BRIDGE_URL', () =>
    withPlugins({ plugins: ['demo-source'] }, (registry) => {
      expect(names(registry)).to.deep.equal(['bridge-upstream: ', 'demo-source: photo-source']);
      expect(registry.healthChecks.map(({ id }) => id)).to.deep.equal(['models', 'backups', 'database']);
    }));

  it('is suggested first in the message that there are no photos', async () => {
    const fault = await faultOf({ plugins: [] });
    expect((fault as Error).message).to.match(/^No plugin provides photos: set BRIDGE_URL/);
  });

  it('is used together with another photo source', () =>
    withPlugins({ plugins: ['demo-source'], environment }, (registry) => {
      expect(registry.photoSources.map(({ plugin }) => plugin)).to.deep.equal(['bridge-upstream', 'demo-source']);
    }));

  it('reports an invalid address', async () => {
    const fault = await faultOf({ plugins: [], environment: { ...environment, BRIDGE_URL: 'my bridge' } });
    expect((fault as Error).message).to.match(/^Plugin bridge-upstream .*BRIDGE_URL/);
    expect((fault as Error).message).not.to.include('PLUGINS');
  });

  it('is not used in demo mode, even if it is named', () =>
    withPlugins({ plugins: ['bridge-upstream'], demo: true, environment }, (registry) => {
      expect(names(registry)).to.deep.equal(['demo-source: photo-source']);
    }));
});

describe('webhooks', () => {
  it('are off unless they are named in PLUGINS, whatever else is set', () =>
    withPlugins({ plugins: ['demo-source'], environment: { WEBHOOKS_TO: 'https://example.org' } }, (registry) => {
      expect(registry.plugins.map(({ name }) => name)).not.to.include('webhooks');
      expect(registry.eventSinks).to.deep.equal([]);
    }));

  it('require WEBHOOKS_TO', async () => {
    const fault = await faultOf({ plugins: ['demo-source', 'webhooks'] });
    expect((fault as Error).message).to.match(/^Plugin webhooks needs WEBHOOKS_TO: set it to the addresses/);
  });
});

describe('machine learning', () => {
  const provides = (registry: { plugins: readonly { name: string; provides: readonly string[] }[] }, plugin: string) =>
    registry.plugins.find(({ name }) => name === plugin)?.provides;
  const otherProvider = `host.provide('photo-source', source);
    host.provide('ml-provider', {
      models: () => ({ faceDetector: null, faceEmbedder: null, imageText: null }),
      onModelsChanged: () => undefined,
      preferredImageSize: 640,
      detectFaces: async () => [], embedFaces: async () => [], embedImages: async () => [], embedTexts: async () => [],
    });
    host.healthCheck({ id: 'models', run: async () => ({ ok: true, detail: 'theirs' }) });`;

  it('is available without being named', () =>
    withPlugins({ plugins: ['demo-source'] }, (registry) => {
      expect(provides(registry, 'ml-onnx')).to.deep.equal(['ml-provider']);
      expect(provides(registry, 'vectors-local')).to.deep.equal(['vector-index']);
    }));

  it('is replaced by a named plugin, while the vector indexes stay', () =>
    withTempFolder((folder) =>
      withPlugins({ plugins: [writePlugin(folder, 'theirs', otherProvider)] }, async (registry) => {
        expect(provides(registry, 'theirs')).to.deep.equal(['photo-source', 'ml-provider']);
        expect(provides(registry, 'ml-onnx')).to.deep.equal([]);
        expect(provides(registry, 'vectors-local')).to.deep.equal(['vector-index']);
        expect(registry.mlProvider?.preferredImageSize).to.equal(640);
        const [check] = registry.healthChecks.filter(({ id }) => id === 'models');
        expect(await check?.run({ signal })).to.deep.equal({ ok: true, detail: 'theirs' });
      }),
    ));

  it('cannot be provided by two named plugins', () =>
    withTempFolder(async (folder) => {
      const fault = await faultOf({ plugins: ['ml-onnx', writePlugin(folder, 'theirs', otherProvider)] });
      expect((fault as Error).message).to.match(/ml-onnx and theirs both provide ml-provider/);
    }));
});

describe('demo mode', () => {
  it('loads the demo source by itself', () =>
    withPlugins({ plugins: [], demo: true }, async ({ photoSources }) => {
      expect((await photoSources[0]!.source.health({ signal })).storeId).to.equal('photofinch-demo');
    }));

  it('replaces the photo source of another plugin, which is closed with the rest', () =>
    withTempFolder(async (folder) => {
      const file = writePlugin(folder, 'replaced', `host.provide('photo-source', source);`);
      await withPlugins({ plugins: [file], demo: true }, async ({ photoSources, plugins }) => {
        expect((await photoSources[0]!.source.health({ signal })).storeId).to.equal('photofinch-demo');
        expect(plugins.find(({ name }) => name === 'replaced')!.provides).to.deep.equal([]);
      });
      expect(closedSources()).to.include('replaced');
    }));
});

describe('codes of an authenticator app', () => {
  const factor = `host.provide('photo-source', source);
    host.provide('second-factor', {
      isEnabled: async () => false, status: async () => ({ enabled: false, recoveryCodesLeft: 0 }),
      verify: async () => false, disable: async () => undefined,
    });`;
  const enrol = `host.routes([{
      method: 'POST', path: '/api/auth/2fa/enroll', access: 'read', summary: 'Theirs',
      answer: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
      handler: async () => ({ theirs: true }),
    }]);`;
  const loaded = (code: string, test: Parameters<typeof withPlugins>[1]): Promise<unknown> =>
    withTempFolder((folder) => withPlugins({ plugins: [writePlugin(folder, 'other', code)] }, test));

  it('are offered together with another second factor, which comes first', () =>
    loaded(factor, (registry) => {
      expect(registry.secondFactors.map(({ plugin }) => plugin)).to.deep.equal(['other', 'auth-totp']);
      expect(registry.ownerOf({ method: 'POST', path: '/api/auth/2fa/enroll' })).to.equal('auth-totp');
    }));

  it('leave their routes to a plugin with the same route, and remain a second factor', () =>
    loaded(factor + enrol, (registry) => {
      expect(registry.secondFactors.map(({ plugin }) => plugin)).to.deep.equal(['other', 'auth-totp']);
      expect(registry.ownerOf({ method: 'POST', path: '/api/auth/2fa/enroll' })).to.equal('other');
      expect(registry.ownerOf({ method: 'GET', path: '/api/auth/2fa' })).to.equal(undefined);
    }));
});
