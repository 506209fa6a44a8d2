import { API_VERSION, type HealthCheckResult, type Plugin } from 'photofinch/plugin-api';
import { workerRoutes } from './server/routes.ts';
import { WorkerService } from './server/worker-service.ts';
import { readServerSettings, serverOptions } from './settings.ts';
import { keysReady } from './wire/keys.ts';

/** Runs models on other machines, reached over NATS. Off by default: an admin enables it in PLUGINS. */
const plugin: Plugin = {
  name: 'ml-nats',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: serverOptions,
  async register(host) {
    const settings = readServerSettings(host.options);
    await keysReady();
    const service = new WorkerService(host, settings);
    host.provide('ml-provider', service.provider);
    host.routes(workerRoutes(service, settings.withoutWorkers));
    host.pages({
      folder: new URL('./pages/', import.meta.url),
      menu: {
        label: { en: 'Workers', de: 'Worker', fr: 'Machines de calcul' },
        role: 'admin',
        // A chip with pins.
        icon: 'M7 7h10v10H7zM10 7V4M14 7V4M10 20v-3M14 20v-3M7 10H4M7 14H4M20 10h-3M20 14h-3',
      },
    });
    const run = async (): Promise<HealthCheckResult> =>
      host.serving ? condition(service) : conditionForCommand(service);
    host.healthCheck({ id: 'workers', run });
    if (host.serving) service.begin();
  },
};

export default plugin;

function condition({ trouble, roll, live }: WorkerService): HealthCheckResult {
  const lacking = whatIsLacking(trouble, roll);
  if (lacking) return lacking;
  const { admitted } = roll;
  const absent = admitted.filter(({ fingerprint }) => !live.find(fingerprint));
  const detail = `${admitted.length - absent.length} of ${admitted.length} workers are there.`;
  return {
    ok: true,
    detail: absent.length === 0 ? detail : `${detail} Away: ${absent.map(({ name }) => name).join(', ')}.`,
  };
}

/** Only the running server has sessions with workers. */
async function conditionForCommand(service: WorkerService): Promise<HealthCheckResult> {
  const lacking = whatIsLacking(await service.troubleForCommand(), service.roll);
  if (lacking) return lacking;
  const { length: count } = service.roll.admitted;
  const workers = count === 1 ? '1 worker is' : `${count} workers are`;
  return {
    ok: true,
    detail: `NATS answers, and ${workers} admitted. The page “Workers” says which of them are there.`,
  };
}

function whatIsLacking(trouble: string | null, roll: WorkerService['roll']): HealthCheckResult | undefined {
  if (trouble !== null) return { ok: false, detail: trouble };
  const { admitted } = roll;
  const setAside = admitted.filter(({ fingerprint }) => roll.aside(fingerprint));
  if (setAside.length > 0) {
    const names = setAside.map(({ name }) => name).join(', ');
    const remedy = 'The page “Workers” says why; admit them again once they are mended.';
    return { ok: false, detail: `Workers were set aside: ${names}. ${remedy}` };
  }
  if (admitted.length > 0) return undefined;
  return { ok: true, detail: 'No worker is admitted: start one, then admit it on the page “Workers”.' };
}
