import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox, type Database, loadSettings } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { ArchiveRoutes } from '../application/archive-routes';
import { type CarrierInput, Carriers } from '../application/carriers/carriers';
import { NetworkLimits, TrunkChecks } from '../application/trunks/trunk-checks';
import { CreateSipTrunk } from '../application/trunks/create-sip-trunk';
import { EnabledTargets } from '../application/profiles/enabled-targets';
import { RoutingProfiles } from '../application/profiles/routing-profiles';
import { RoutingTargets } from '../application/profiles/routing-targets';
import { SipGateways } from '../application/trunks/sip-gateways';
import { SipTrunks } from '../application/trunks/sip-trunks';
import { TargetChecks } from '../application/profiles/target-checks';
import { WebrtcUsers } from '../application/webrtc/webrtc-users';
import type { TrunkOptions } from '../domain/trunks/sip-trunk';
import { StoredDecisionLog } from '../infrastructure/calls/decision-log';
import { KeptDecisions } from '../infrastructure/calls/kept-decisions';
import { WithheldIdentities } from '../infrastructure/calls/withheld-identities';
import { CarrierReads, CryptoBoxCarrierPasswords, StoredCarriers } from '../infrastructure/carriers';
import { StoredRouteTargets } from '../infrastructure/routes';
import { ProfileReads } from '../infrastructure/profiles/profile-queries';
import { StoredRoutingProfiles, StoredRoutingTargets } from '../infrastructure/profiles/routing-profile.repository';
import { CryptoBoxGatewayPasswords, StoredTrunkCredentials } from '../infrastructure/trunks/sealed-passwords';
import { StoredSipGateways } from '../infrastructure/trunks/sip-gateway.repository';
import { StoredSipTrunks } from '../infrastructure/trunks/sip-trunk.repository';
import { TrunkReads } from '../infrastructure/trunks/trunk-queries';
import { StoredWebrtcTokens } from '../infrastructure/webrtc-tokens';
import { StoredWebrtcUsers } from '../infrastructure/webrtc-user.repository';
import { voiceRoutingPersistence } from '../voice-routing.module';
import { FakeAccounts } from './calls/fakes';
import { FakeFunds, FakeHosts, FakeNumberRouting, FakeNumbers, FakeWebhookUrls, RecordingAudit } from './fakes';

const settings = loadSettings({
  DATABASE_URL: 'postgres://localhost/unused',
  ROOT_URL: 'https://api.example.com',
  SESSION_SECRETS: 's'.repeat(32),
  MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  OPERATOR_TOKENS: 'operator-token-of-tests',
  SWITCH_TOKENS: 'switch-token-of-tests',
});

export const TEST_BOX = new CryptoBox(settings.masterKeys);
export const KEPT_DECISIONS = new KeptDecisions(settings, new TestClock());

export function decisionLogOn(db: Database): StoredDecisionLog {
  return new StoredDecisionLog(db, new WithheldIdentities(TEST_BOX), KEPT_DECISIONS);
}

/** Trunks and profiles on PostgreSQL, with fakes for numbers and hosts. */
export async function postgresWorld() {
  const database: TestDatabase = await testDatabase([voiceRoutingPersistence]);
  const { db } = database;
  const clock = new TestClock();
  const numbers = new FakeNumbers();
  const routing = new FakeNumberRouting();
  const hosts = new FakeHosts();
  const trunks = new StoredSipTrunks(db);
  const gateways = new StoredSipGateways(db);
  const profiles = new StoredRoutingProfiles(db);
  const targets = new StoredRoutingTargets(db);
  const credentials = new StoredTrunkCredentials(db, TEST_BOX, settings);
  const trunkQueries = new TrunkReads(db);
  const passwords = new CryptoBoxGatewayPasswords(TEST_BOX);
  const sipGateways = new SipGateways(db, trunks, gateways, trunkQueries, hosts, passwords, clock);
  const accounts = new FakeAccounts();
  const trunkChecks = new TrunkChecks(numbers, new NetworkLimits(accounts, new FakeFunds()));
  const webrtcUserStore = new StoredWebrtcUsers(db);
  const webrtcTokens = new StoredWebrtcTokens(db, TEST_BOX, settings);
  const checks = new TargetChecks(new StoredRouteTargets(db), new FakeWebhookUrls(), numbers);
  const carrierQueries = new CarrierReads(db);
  const createSipTrunk = new CreateSipTrunk(db, trunks, gateways, credentials, trunkChecks, sipGateways, clock);
  const routingProfiles = new RoutingProfiles(
    db,
    profiles,
    targets,
    new ProfileReads(db),
    checks,
    numbers,
    routing,
    clock,
  );
  const enabledTargets = new EnabledTargets(profiles, targets, clock);
  const sipTrunks = new SipTrunks(
    db,
    trunks,
    credentials,
    trunkQueries,
    numbers,
    routing,
    enabledTargets,
    trunkChecks,
    clock,
  );
  const webrtcUsers = new WebrtcUsers(db, webrtcUserStore, webrtcTokens, numbers, enabledTargets, clock);
  const carriers = new Carriers(
    db,
    new StoredCarriers(db),
    carrierQueries,
    new CryptoBoxCarrierPasswords(TEST_BOX),
    new RecordingAudit(),
    clock,
  );
  const aTrunkWithGateways = (accountId: string, options: Partial<TrunkOptions> = {}, ...inputs: object[]) =>
    createSipTrunk.create({
      accountId,
      operationId: newId('op'),
      options: { name: newId('op'), ...options },
      gateways: inputs.map((input, index) => ({ name: `g${index}`, host: `g${index}.example.com`, ...input })),
    });
  return {
    ...database,
    clock,
    accounts,
    numbers,
    routing,
    hosts,
    passwords,
    trunks,
    gateways,
    profiles,
    targets,
    createSipTrunk,
    aTrunkWithGateways,
    aTrunk: async (accountId: string, options: Partial<TrunkOptions> = {}) =>
      (await aTrunkWithGateways(accountId, options)).trunk,
    aCarrier: async (options: Partial<CarrierInput> = {}) =>
      (await carriers.create('operator:test', { name: 'carrier', host: 'carrier.example.net', ...options })).id,
    decisions: decisionLogOn(db),
    routingProfiles,
    sipTrunks,
    sipGateways,
    carriers,
    archiveRoutes: new ArchiveRoutes(sipTrunks, trunkQueries, routingProfiles, webrtcUsers, webrtcUserStore),
    webrtcUsers,
    webrtcUserStore,
    trunkQueries,
    carrierQueries,
    routingTargets: new RoutingTargets(db, profiles, targets, checks, routingProfiles, clock),
  };
}

export type PostgresWorld = Awaited<ReturnType<typeof postgresWorld>>;
