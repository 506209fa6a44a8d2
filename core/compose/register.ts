import 'reflect-metadata';
import { container as root, instanceCachingFactory, type DependencyContainer, type InjectionToken } from 'tsyringe';

/** Registers the factory of a part, which is called once, on first use. */
export type Register = <T>(name: InjectionToken<T>, make: (c: DependencyContainer) => T) => void;

/** A separate container for each server, so that tests can run several concurrently and replace any part. */
export function newContainer(): { readonly container: DependencyContainer; readonly register: Register } {
  const container = root.createChildContainer();
  return { container, register: registerIn(container) };
}

export function registerIn(container: DependencyContainer): Register {
  return (name, make) => {
    container.register(name, { useFactory: instanceCachingFactory(make) });
  };
}
