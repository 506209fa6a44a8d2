import 'reflect-metadata';
import { container as root, instanceCachingFactory, type DependencyContainer, type InjectionToken } from 'tsyringe';

/** Says how a part is made, once, when it is first asked for. */
export type Register = <T>(name: InjectionToken<T>, make: (c: DependencyContainer) => T) => void;

/** A container of its own for each server, so that tests can run several side by side and register over any part. */
export function newContainer(): { readonly container: DependencyContainer; readonly register: Register } {
  const container = root.createChildContainer();
  return { container, register: registerIn(container) };
}

export function registerIn(container: DependencyContainer): Register {
  return (name, make) => {
    container.register(name, { useFactory: instanceCachingFactory(make) });
  };
}
