declare module '@hapi/cookie' {
  import type { Plugin } from '@hapi/hapi';

  /** Adds the authentication scheme `cookie`: sessions that live sealed in a cookie. */
  export const plugin: Plugin<void>;
}
