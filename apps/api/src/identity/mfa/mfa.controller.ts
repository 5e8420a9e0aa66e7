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
} from '../../http';
import {
  ChallengedDto,
  DisabledMfaDto,
  DisableMfaBody,
  EnabledMfaDto,
  MailedCodeDto,
  MfaChallengeBody,
  RecoveryCodesDto,
  ReplaceRecoveryCodesBody,
  StartMfaSetupBody,
  toChallengedDto,
  toEnabledMfaDto,
  toMailedCodeDto,
  TotpOfferDto,
  toTotpOfferDto,
  VerifyMfaSetupBody,
} from './mfa.dto';
import { ReauthenticationGuard } from '../sessions/reauthentication.guard';

/**
 * The second factor is the user's and not the account's, so any role may change its own, in whatever state the account
 * is. An Idempotency-Key is ignored, as on all of /auth: a wrong code must stay counted when the request is refused.
 */
const ofTheUser = {
  access: [],
  status: 200,
  idempotency: 'none',
  allowed: { suspended: true, pendingClosure: true },
} as const satisfies Partial<EndpointOptions>;

const LOCK =
  'Five wrong codes of the user in 15 minutes, or twenty in a day, wherever they were given, refuse every code for a while; a new password changes nothing in that.';

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
    summary: 'Begin to set up a second factor',
    description: 'Makes a secret for an authenticator app. Nothing changes before setup-verify.',
    credentials: ['session', 'key'],
    answer: TotpOfferDto,
    fails: ['mfa_already_enabled'],
  })
  async start(@Who() who: Principal, @Body() _body: StartMfaSetupBody): Promise<TotpOfferDto> {
    return toTotpOfferDto(await this.setup.start(who));
  }

  @Post('setup-verify')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'auth.mfa.verifySetup',
    ...ofTheUser,
    summary: 'Enable the second factor',
    description:
      'Takes a secret of setup-start for 10 minutes, with the code that the app shows for it; that code is used up. The recovery codes are in this answer and nowhere else. The session counts as having shown its second factor.',
    credentials: ['session', 'key'],
    recentSignIn: true,
    answer: EnabledMfaDto,
    fails: ['mfa_code_invalid', 'mfa_already_enabled', 'login_locked'],
  })
  async verify(@Who() who: Principal, @Body() body: VerifyMfaSetupBody): Promise<EnabledMfaDto> {
    return toEnabledMfaDto(await this.setup.verify(who, body.secret, body.code));
  }

  @Post('challenge')
  @Endpoint({
    id: 'auth.mfa.challenge',
    setsCookies: true,
    ...ofTheUser,
    summary: 'Show the second factor',
    description: `Turns a partial session into a full one; the cookie keeps its value. Each code works once. A code of the authenticator app or a recovery code completes every session, a mailed one only those that POST /v1/auth/mfa/email-otp mails codes for. ${LOCK}`,
    access: 'partial',
    answer: ChallengedDto,
    fails: ['mfa_code_invalid', 'mfa_not_pending', 'mfa_locked'],
  })
  async answerChallenge(
    @Who() who: Principal,
    @Caller() caller: CallerInfo,
    @Body() { code, method, trust_device: trustDevice = false }: MfaChallengeBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChallengedDto> {
    const challenged = await this.challenge.answer({ who, caller, code, trustDevice, method: method ?? null });
    this.cookies.prolong(response, challenged.expiresAt);
    this.devices.set(response, challenged.deviceCookie);
    return toChallengedDto(challenged);
  }

  @Post('email-otp')
  @Endpoint({
    id: 'auth.mfa.sendEmailCode',
    ...ofTheUser,
    summary: 'Mail a code for the second factor',
    description:
      'For 10 minutes and one use; a new one voids the one before. Only for a user whose `mfa_method` is `email_otp`, and only in a session begun with a password: the mailbox is one channel, so a session begun by a mailed link, by an identity provider, or with a password that a mailed link has set and that no sign-in was completed with since, is 409 `mfa_not_pending`, and nothing is sent. Five mails an hour to one address, thirty an hour from one network address.',
    access: 'partial',
    answer: MailedCodeDto,
    fails: ['mfa_not_pending', 'rate_limited'],
  })
  async mail(@Who() who: Principal, @Caller() { ip }: CallerInfo): Promise<MailedCodeDto> {
    return toMailedCodeDto(await this.mailCode.execute(who, ip));
  }

  @Post('recovery-codes')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'auth.mfa.replaceRecoveryCodes',
    ...ofTheUser,
    summary: 'Replace the recovery codes',
    description: `The new ones are in this answer and nowhere else; the old ones are void. ${LOCK}`,
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
    return { codes: [...(await this.care.replaceRecoveryCodes({ who, caller, code }))] };
  }

  @Delete()
  @Endpoint({
    id: 'auth.mfa.disable',
    ...ofTheUser,
    summary: 'Disable the second factor',
    description: `Erases secret and recovery codes, and ends sessions that still owe the second factor. Takes the password always, and of a user without one a sign-in of the last 15 minutes instead. Ten wrong passwords of the session in 15 minutes are 429. ${LOCK}`,
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
    return { mfa_method: null };
  }
}
