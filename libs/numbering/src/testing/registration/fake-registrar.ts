import { text } from 'node:stream/consumers';
import type { BundleRef } from '../../application/ports';
import {
  type ApprovedBundle,
  type ApprovedBundles,
  type EndUserRegistrar,
  type RegistrationCheck,
  type RegistrationResult,
  type UnregisteredNumber,
} from '../../application/registration/end-user-registrar';
import { aBundle } from './fake-registration-server';

/** A supplier whose decisions a test chooses. It reviews each number of each bundle once. */
export class FakeRegistrar implements EndUserRegistrar {
  readonly name = 'fake';
  /** What the supplier returns next, and from then on. */
  result: RegistrationResult = { status: 'pending' };
  /** Errors of the next calls. */
  readonly failures: Error[] = [];
  /** What was handed over, by order and bundle. */
  readonly received = new Map<string, readonly string[]>();
  calls = 0;
  /** Called while the supplier works. */
  during: () => Promise<unknown> = () => Promise.resolve();

  async register(
    { orderId, bundleId }: UnregisteredNumber,
    open: () => Promise<ApprovedBundle>,
  ): Promise<RegistrationResult> {
    this.calls += 1;
    await this.during();
    const failure = this.failures.shift();
    if (failure) throw failure;
    const key = `${orderId}/${bundleId}`;
    if (!this.received.has(key)) {
      const { documents } = await open();
      this.received.set(key, await Promise.all(documents.map(async (document) => text(await document.open()))));
    }
    return this.result;
  }

  /** What the supplier says of registered numbers. */
  standing: RegistrationCheck = { status: 'registered' };
  checks = 0;

  async check(): Promise<RegistrationCheck> {
    this.checks += 1;
    const standing = this.standing;
    await this.during();
    const failure = this.failures.shift();
    if (failure) throw failure;
    return standing;
  }

  /** Bundles that were erased. */
  readonly erased: string[] = [];

  erase(bundleId: string): Promise<void> {
    const failure = this.failures.shift();
    if (failure) return Promise.reject(failure);
    this.erased.push(bundleId);
    return Promise.resolve();
  }
}

/** Opens a sample bundle under any id. */
export class FakeApprovedBundles implements ApprovedBundles {
  readonly opened: (BundleRef & { readonly supplier: string })[] = [];
  isApproved = true;

  open(bundle: BundleRef, supplier: string): Promise<ApprovedBundle | null> {
    this.opened.push({ ...bundle, supplier });
    return Promise.resolve(this.isApproved ? aBundle(bundle.bundleId) : null);
  }
}
