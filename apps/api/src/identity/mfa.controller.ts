import { Body, Controller, Delete, Post, Res, UseGuards } from '@nestjs/common';
import { MailMfaCode, MfaSettings, MfaChallenge, MfaSetup } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import type { Response } from 'express';
import {
  Caller,
  type CallerInfo,
  DeviceCookies,
  Endpoint,
  type EndpointOptions,
  SessionCookies,
  Who,
  Tag,
} from '../http';
import {
  CompletedSessionDto,
  DisabledMfaDto,
  DisableMfaBody,
  EnabledMfaDto,
  MailedCodeDto,
  MfaChallengeBody,
  RecoveryCodesDto,
  ReplaceRecoveryCodesBody,
  StartMfaSetupBody,
  TotpOfferDto,
  VerifyMfaSetupBody,
} from './mfa.dto';
import { ReauthenticationGuard } from './sessions/reauthentication.guard';

/**
 * The second factor belongs to the user, so every role can change it, whatever the status of the account. Idempotency keys
 * are ignored, as on all /auth endpoints: a wrong code must stay counted when the request is rejected.
 */
const ofTheUser = {
  access: [],
  status: 200,
  idempotency: 'none',
  allowed: { suspended: true, pendingClosure: true },
} as const satisfies Partial<EndpointOptions>;

const LOCK =
  'Five wrong codes in 15 minutes or twenty in a day, on any endpoint, lock all codes of the user for a while; a new password does not lift the lock.';

@Tag('Authentication')
@Controller('v1/auth/mfa')
export class MfaController {
  constructor(
    private readonly setup: MfaSetup,
    private readonly challenge: MfaChallenge,
    private readonly mailCode: MailMfaCode,
    private readonly care: MfaSettings,
    private readonly cookies: SessionCookies,
    private readonly devices: DeviceCookies,
  ) {}

  @Post('setup-start')
  @Endpoint({
    id: 'auth.mfa.startSetup',
    ...ofTheUser,
    summary: 'Start setup of the second factor',
    description: 'Creates a secret for an authenticator app. Takes effect with setup-verify.',
    credentials: ['session', 'key'],
    answer: TotpOfferDto,
    fails: ['mfa_already_enabled'],
  })
  async start(@Who() who: Principal, @Body() _body: StartMfaSetupBody): Promise<TotpOfferDto> {
    return this.setup.start(who);
  }

  @Post('setup-verify')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'auth.mfa.verifySetup',
    ...ofTheUser,
    summary: 'Enable the second factor',
    description:
      'Accepts a secret of setup-start for 10 minutes, with a current code of the app; the code is consumed. Only this response contains the recovery codes. The session counts as verified by the second factor.',
    credentials: ['session', 'key'],
    recentSignIn: true,
    answer: EnabledMfaDto,
    fails: [['mfa_code_invalid', 400], 'mfa_already_enabled', 'login_locked'],
  })
  async verify(@Who() who: Principal, @Body() body: VerifyMfaSetupBody): Promise<EnabledMfaDto> {
    const { method, recoveryCodes } = await this.setup.verify(who, body.secret, body.code);
    return { mfaMethod: method, recoveryCodes };
  }

  @Post('challenge')
  @Endpoint({
    id: 'auth.mfa.verify',
    setsCookies: true,
    ...ofTheUser,
    summary: 'Verify the second factor',
    description: `Turns a partial session into a full one; the cookie keeps its value. Each code works once. App codes and recovery codes complete every session, mailed codes only sessions that POST /v1/auth/mfa/email-otp accepts. ${LOCK}`,
    access: 'partial',
    answer: CompletedSessionDto,
    fails: ['mfa_code_invalid', 'mfa_not_pending', 'mfa_locked'],
  })
  async answerChallenge(
    @Who() who: Principal,
    @Caller() caller: CallerInfo,
    @Body() { code, method, trustDevice = false }: MfaChallengeBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CompletedSessionDto> {
    const challenged = await this.challenge.answer({ who, caller, code, trustDevice, method: method ?? null });
    this.cookies.prolong(response, challenged.expiresAt);
    this.devices.set(response, challenged.deviceCookie);
    return challenged;
  }

  @Post('email-otp')
  @Endpoint({
    id: 'auth.mfa.sendEmailCode',
    ...ofTheUser,
    summary: 'Mail a code for the second factor',
    description:
      'The code works once within 10 minutes and voids the previous one. Requires the `mfa_method` `email_otp` and a session started with a password. The mailbox counts as one factor: a session started by a mailed link, an identity provider, or a password that was reset by mail and has not completed a sign-in since returns 409 `mfa_not_pending` and sends nothing. Limits: 5 emails per hour to an address and 30 from an IP address.',
    access: 'partial',
    answer: MailedCodeDto,
    fails: ['mfa_not_pending', 'rate_limited'],
  })
  async mail(@Who() who: Principal, @Caller() { ip }: CallerInfo): Promise<MailedCodeDto> {
    return this.mailCode.mail(who, ip);
  }

  @Post('recovery-codes')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'auth.mfa.replaceRecoveryCodes',
    ...ofTheUser,
    summary: 'Replace the recovery codes',
    description: `Only this response contains the new codes; the old ones become invalid. ${LOCK}`,
    credentials: ['session'],
    recentSignIn: true,
    answer: RecoveryCodesDto,
    fails: ['mfa_code_invalid', 'mfa_not_enabled', 'mfa_locked', 'login_locked'],
  })
  async replaceRecoveryCodes(
    @Who() who: Principal,
    @Caller() caller: CallerInfo,
    @Body() { code }: ReplaceRecoveryCodesBody,
  ): Promise<RecoveryCodesDto> {
    return { codes: await this.care.replaceRecoveryCodes({ who, caller, code }) };
  }

  @Delete()
  @Endpoint({
    id: 'auth.mfa.disable',
    ...ofTheUser,
    summary: 'Disable the second factor',
    description: `Erases the secret and recovery codes, and ends partial sessions. Always requires the password, or a sign-in within 15 minutes if the user has none. Ten wrong passwords in a session within 15 minutes return 429. ${LOCK}`,
    credentials: ['session'],
    answer: DisabledMfaDto,
    fails: ['mfa_code_invalid', 'mfa_not_enabled', 'mfa_locked', 'login_locked', 'reauthentication_required'],
  })
  async disable(
    @Who() who: Principal,
    @Caller() caller: CallerInfo,
    @Body() { code, password }: DisableMfaBody,
  ): Promise<DisabledMfaDto> {
    await this.care.disable({ who, caller, code }, password ?? null);
    return { mfaMethod: null };
  }
}
