import { expect } from 'chai';
import { StartupError } from '../../../core/domain/errors.ts';
import type { HealthCheck, PhotoSource, PluginRoute } from '../../../core/plugin-api/index.ts';
import type { Contribution } from '../../../core/plugins/host.ts';
import { Registry, type LoadedPlugin } from '../../../core/plugins/registry.ts';
import { DemoSource } from '../../../plugins/demo-source/demo-source.ts';

const source: PhotoSource = new DemoSource(() => '2026-11-20');
const backups = { list: () => Promise.resolve([]) } as never;

const schema = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;

const route = (path: string, method: PluginRoute['method'] = 'GET'): PluginRoute => ({
  method,
  path,
  access: 'read',
  summary: 'Answers nothing',
  answer: schema,
  handler: () => Promise.resolve({}),
});

const check = (id: string): HealthCheck => ({ id, run: () => Promise.resolve({ ok: true, detail: 'fine' }) });

function plugin(name: string, contribution: Partial<Contribution>): LoadedPlugin {
  return { name, version: '1.0.0', contribution: { provided: [], routes: [], healthChecks: [], ...contribution } };
}

const photos = plugin('photos', { provided: [{ kind: 'photo-source', implementation: source }] });

const refusal = (loaded: LoadedPlugin[]): string => {
  try {
    new Registry(loaded);
  } catch (error) {
    expect(error).to.be.instanceOf(StartupError);
    return (error as Error).message;
  }
  return '';
};

describe('the plugin registry', () => {
  it('returns what is provided, and undefined otherwise', () => {
    const registry = new Registry([photos, plugin('b', { provided: [{ kind: 'backups', implementation: backups }] })]);
    expect(registry.photoSources).to.deep.equal([{ plugin: 'photos', source }]);
    expect(registry.backups).to.equal(backups);
    expect(registry.mlProvider).to.equal(undefined);
    expect(registry.plugins.map(({ name, provides }) => `${name}: ${provides.join()}`)).to.deep.equal([
      'photos: photo-source',
      'b: backups',
    ]);
  });

  it('needs a photo source', () => {
    expect(refusal([plugin('without', {})])).to.equal(
      'No plugin provides photos: set BRIDGE_URL to the address of your bridge, name another photo source in PLUGINS, or set DEMO=1 to look around in a demo library.',
    );
  });

  it('accepts several photo sources, in the order of loading', () => {
    const other = plugin('other', { provided: [{ kind: 'photo-source', implementation: source }] });
    expect(new Registry([photos, other]).photoSources.map(({ plugin }) => plugin)).to.deep.equal(['photos', 'other']);
  });

  it('names both plugins when two provide backups', () => {
    const provided = [{ kind: 'backups', implementation: backups }] as const;
    expect(refusal([photos, plugin('a', { provided }), plugin('b', { provided })])).to.equal(
      'Plugins a and b both provide backups: there can be one, so take a out of PLUGINS or take b out of PLUGINS.',
    );
  });

  it('names both plugins when two have the same route, whatever its parameters are called', () => {
    const a = plugin('a', { routes: [route('/api/things/{id}')] });
    const b = plugin('b', { routes: [route('/api/things/{name}')] });
    expect(refusal([photos, a, b])).to.equal(
      'The route GET /api/things/{name} is in two plugins, a and b: take a out of PLUGINS or take b out of PLUGINS.',
    );
  });

  it('allows routes that differ in method or path', () => {
    const a = plugin('a', { routes: [route('/api/things/{id}'), route('/api/things/{id}', 'DELETE')] });
    const b = plugin('b', { routes: [route('/api/things/all')] });
    expect(new Registry([photos, a, b]).routes).to.have.length(3);
  });

  it('names both plugins when two have the same health check', () => {
    const a = plugin('a', { healthChecks: [check('moon')] });
    const b = plugin('b', { healthChecks: [check('moon')] });
    expect(refusal([photos, a, b])).to.equal(
      'The health check moon is in two plugins, a and b: take a out of PLUGINS or take b out of PLUGINS.',
    );
  });

  it('refuses a route that the server has itself', () => {
    const registry = new Registry([photos, plugin('a', { routes: [route('/api/photos/{id}')] })]);
    registry.refuseRouteClashes([{ method: 'GET', path: '/api/photos' }]);
    expect(() => {
      registry.refuseRouteClashes([{ method: 'GET', path: '/api/photos/{uid}' }]);
    }).to.throw(StartupError, 'Plugin a has a route GET /api/photos/{uid}, which the server has itself');
  });

  it('drops the routes of a plugin that gives way, so that another plugin may have them', () => {
    const provided = [{ kind: 'backups' as const, implementation: backups }];
    const shipped = { ...plugin('shipped', { provided, routes: [route('/api/admin/backups')] }), givesWay: true };
    const own = route('/api/admin/backups');
    expect(new Registry([photos, shipped]).routes).to.have.length(1);
    expect(new Registry([photos, shipped, plugin('own', { provided, routes: [own] })]).routes).to.deep.equal([own]);
  });

  it('closes plugins in reverse order, and the others too if one fails', async () => {
    const closed: string[] = [];
    const closing = (name: string, error?: Error): never =>
      ({
        close: () => {
          closed.push(name);
          return error ? Promise.reject(error) : Promise.resolve();
        },
      }) as never;
    const registry = new Registry([
      photos,
      plugin('a', { provided: [{ kind: 'ml-provider', implementation: closing('first') }] }),
      plugin('b', { provided: [{ kind: 'vector-index', implementation: closing('second', new Error('stuck')) }] }),
    ]);
    const warnings: unknown[] = [];
    await registry.close({ warn: (facts: unknown) => warnings.push(facts) });
    expect(closed).to.deep.equal(['second', 'first']);
    expect(warnings).to.deep.equal([{ kind: 'vector-index', reason: 'stuck' }]);
  });
});
