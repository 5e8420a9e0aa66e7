import { Clock, Transactor } from '@trunkline/kernel';
import {
  AddressGuard,
  alias,
  AuditTrail,
  bind,
  CryptoBox,
  Database,
  implement,
  Settings,
  type Wiring,
} from '@trunkline/platform';
import { AccountStates, NumberingPlan } from '../application/calls/ports';
import { CallFunds } from '../application/live-calls/ports';
import { AuditLog, NumberDirectory, NumberRouting } from '../application/ports';
import { EnabledTargets } from '../application/profiles/enabled-targets';
import { CreateSipTrunk } from '../application/trunks/create-sip-trunk';
import { NetworkLimits, TrunkChecks } from '../application/trunks/trunk-checks';
import {
  GatewayPasswords,
  HostResolver,
  SipGatewayRepository,
  SipTrunkRepository,
  TrunkCredentials,
  TrunkQueries,
  TrunkCalls,
  TrunkStates,
} from '../application/trunks/ports';
import { SipGateways } from '../application/trunks/sip-gateways';
import { RouteWarnings } from '../application/trunks/route-warnings';
import { SipTrunks } from '../application/trunks/sip-trunks';
import { TestTrunk } from '../application/trunks/test-trunk';
import { TrunkStatus } from '../application/trunks/trunk-status';
import { SwitchCommands } from '../application/commands/ports';
import { RegistrationQueries } from '../application/registrations/ports';
import { SwitchReports } from '../application/switch-reports';
import { GuardedHosts } from '../infrastructure/trunks/guarded-hosts';
import { CryptoBoxGatewayPasswords, StoredTrunkCredentials } from '../infrastructure/trunks/sealed-passwords';
import { StoredSipGateways } from '../infrastructure/trunks/sip-gateway.repository';
import { StoredSipTrunks } from '../infrastructure/trunks/sip-trunk.repository';
import { TrunkReads } from '../infrastructure/trunks/trunk-queries';
import { StoredTrunkStates } from '../infrastructure/trunks/trunk-states';
import { WebrtcTokens, WebrtcUserRepository } from '../application/webrtc/ports';
import { WebrtcUsers } from '../application/webrtc/webrtc-users';
import { StoredWebrtcTokens } from '../infrastructure/webrtc-tokens';
import { StoredWebrtcUsers } from '../infrastructure/webrtc-user.repository';
import { CarrierLegs } from '../application/carriers/carrier-legs';
import { Carriers } from '../application/carriers/carriers';
import { CarrierPasswords, CarrierQueries, CarrierRepository } from '../application/carriers/ports';
import { CarrierReads, CryptoBoxCarrierPasswords, StoredCarriers } from '../infrastructure/carriers';

export const trunksWiring: Wiring = {
  providers: [
    bind(TrunkChecks, [NumberDirectory, NetworkLimits]),
    bind(NetworkLimits, [AccountStates, CallFunds]),
    implement(SipTrunkRepository, StoredSipTrunks, [Database]),
    implement(SipGatewayRepository, StoredSipGateways, [Database]),
    implement(TrunkStates, StoredTrunkStates, [Database]),
    implement(TrunkCredentials, StoredTrunkCredentials, [Database, CryptoBox, Settings]),
    implement(GatewayPasswords, CryptoBoxGatewayPasswords, [CryptoBox]),
    implement(HostResolver, GuardedHosts, [AddressGuard, Settings]),
  ],
  exported: [
    implement(TrunkQueries, TrunkReads, [Database]),
    bind(CreateSipTrunk, [
      Transactor,
      SipTrunkRepository,
      SipGatewayRepository,
      TrunkCredentials,
      TrunkChecks,
      SipGateways,
      Clock,
    ]),
    bind(SipTrunks, [
      Transactor,
      SipTrunkRepository,
      TrunkCredentials,
      TrunkQueries,
      NumberDirectory,
      NumberRouting,
      EnabledTargets,
      TrunkChecks,
      Clock,
    ]),
    bind(RouteWarnings, [TrunkStates, Clock]),
    bind(TrunkStatus, [TrunkStates, RegistrationQueries, TrunkCalls, Clock]),
    bind(TestTrunk, [SipTrunkRepository, SipGatewayRepository, HostResolver, SwitchCommands, SwitchReports]),
    bind(SipGateways, [
      Transactor,
      SipTrunkRepository,
      SipGatewayRepository,
      TrunkQueries,
      HostResolver,
      GatewayPasswords,
      Clock,
    ]),
  ],
};

/** WebRTC users, and the tokens of their browsers. */
export const webrtcWiring: Wiring = {
  providers: [implement(WebrtcTokens, StoredWebrtcTokens, [Database, CryptoBox, Settings])],
  exported: [
    implement(WebrtcUserRepository, StoredWebrtcUsers, [Database]),
    bind(WebrtcUsers, [Transactor, WebrtcUserRepository, WebrtcTokens, NumberDirectory, EnabledTargets, Clock]),
  ],
};

/** Carriers, which take outbound calls. */
export const carriersWiring: Wiring = {
  providers: [
    alias(AuditLog, AuditTrail),
    implement(CarrierRepository, StoredCarriers, [Database]),
    implement(CarrierPasswords, CryptoBoxCarrierPasswords, [CryptoBox]),
    bind(CarrierLegs, [CarrierPasswords, NumberingPlan]),
  ],
  exported: [
    implement(CarrierQueries, CarrierReads, [Database]),
    bind(Carriers, [Transactor, CarrierRepository, CarrierQueries, CarrierPasswords, AuditLog, Clock]),
  ],
};
