import type { Page, PageRequest } from '@trunkline/kernel';
import type { SipGateway } from '../../domain/trunks/sip-gateway';
import type { RouteReach } from '../../domain/trunks/route-warnings';
import type { RegistrationMode, RouteStatus, SipTrunk } from '../../domain/trunks/sip-trunk';
import type { GatewayAttempt } from '../../domain/trunks/peer-health';
import type {
  GatewayView,
  ReportedGatewayState,
  StoredTrunkDetail,
  TrunkCredentialsView,
  TrunkStatusView,
  TrunkView,
} from './views';

export abstract class SipTrunkRepository {
  /** Throws `name_in_use`. */
  abstract add(trunk: SipTrunk): Promise<void>;
  /** Throws `name_in_use`. */
  abstract save(trunk: SipTrunk): Promise<void>;
  abstract find(accountId: string, id: string): Promise<SipTrunk | null>;
  /** Throws `not_found`. */
  abstract get(accountId: string, id: string): Promise<SipTrunk>;
  /** Locks the trunk until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<SipTrunk>;
}

export abstract class SipGatewayRepository {
  abstract add(gateway: SipGateway): Promise<void>;
  abstract save(gateway: SipGateway): Promise<void>;
  abstract remove(gateway: SipGateway): Promise<void>;
  /** Locks the gateway until the transaction ends. Throws `not_found`. */
  abstract lock(trunkId: string, id: string): Promise<SipGateway>;
  abstract find(trunkId: string, id: string): Promise<SipGateway | null>;
  abstract ofTrunk(trunkId: string): Promise<SipGateway[]>;
}

export interface RouteFilters {
  readonly statuses: readonly RouteStatus[];
  /** Substring of the name. */
  readonly q: string | null;
}

export type RouteSort = 'created_at' | 'name';

export abstract class TrunkQueries {
  abstract list(accountId: string, filters: RouteFilters, page: PageRequest<RouteSort>): Promise<Page<TrunkView>>;
  /** Throws `not_found`. */
  abstract get(accountId: string, id: string): Promise<StoredTrunkDetail>;
  /** Orders by priority ascending, then weight descending. */
  abstract gateways(trunkId: string, page: PageRequest): Promise<Page<GatewayView>>;
  /** Throws `not_found`. */
  abstract gateway(trunkId: string, gatewayId: string): Promise<GatewayView>;
}

/** A trunk as switches have reported it. */
export interface ReportedTrunk extends Pick<TrunkStatusView, 'trunkId' | 'activeCalls'> {
  readonly registrationMode: RegistrationMode;
  /** By priority, then by weight. */
  readonly gateways: readonly ReportedGatewayState[];
}

/** `trunkId` is the trunk of the call. The gateway may be that of another, which was tried before. */
export interface TrunkAttempt extends GatewayAttempt {
  readonly trunkId: string;
}

/** The call records, which the context of CDRs keeps. */
export abstract class TrunkCalls {
  /** Returns the attempts to gateways of the latest calls of each trunk, newest first. Repeated IDs count once. */
  abstract latestAttempts(accountId: string, trunkIds: readonly string[]): Promise<readonly TrunkAttempt[]>;
}

/** What changes about trunks without their owner's doing. */
export abstract class TrunkStates {
  /** Returns those of the trunks that the account has, by ID. */
  abstract reported(accountId: string, trunkIds: readonly string[], now: Date): Promise<readonly ReportedTrunk[]>;
  /** Without trunks for another account's trunk. */
  abstract reachOfTrunk(accountId: string, trunkId: string, now: Date): Promise<RouteReach>;
  /** The trunks of the profile's enabled targets, and how many enabled targets are no trunks. */
  abstract reachOfProfile(
    accountId: string,
    profileId: string,
    now: Date,
  ): Promise<RouteReach & { readonly otherTargets: number }>;
}

/** Credentials of trunks in register mode: one set per trunk. */
export abstract class TrunkCredentials {
  /** Replaces the trunk's credentials. */
  abstract issue(trunkId: string, now: Date): Promise<TrunkCredentialsView>;
  /** Returns the current credentials, password included, so that a repeated create can return them again. */
  abstract reveal(trunkId: string): Promise<TrunkCredentialsView | null>;
  /** Returns the username alone; null without credentials. */
  abstract username(trunkId: string): Promise<string | null>;
}

/** Seals passwords that are sent on to gateways, so they must be readable again. */
export abstract class GatewayPasswords {
  abstract seal(gatewayId: string, password: string): string;
  abstract open(gatewayId: string, sealed: string): string;
}

export type HostCheck =
  /** `address` is the address to connect to; null leaves resolution to the switch (private hosts are allowed). */
  | { readonly isAllowed: true; readonly address: string | null }
  | { readonly isAllowed: false; readonly reason: string };

export abstract class HostResolver {
  /**
   * Checks that every address of the host is public, unless the deployment allows private ones. With the service of SRV
   * records, such as `_sip._udp`, also every address of their targets; the switch then resolves the host itself.
   */
  abstract check(host: string, srvService?: string | null): Promise<HostCheck>;
}
