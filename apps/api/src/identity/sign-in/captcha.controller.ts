import { Controller, Get } from '@nestjs/common';
import { CAPTCHA_PROVIDERS, Settings } from '@trunkline/platform';
import { Endpoint, OneOf, Tag, Text } from '../../http';

const URL_MAX = 2000;

export class CaptchaDto {
  @OneOf({
    description:
      'Whose widget the script loads: `turnstile` and `hcaptcha` define a global of their name, `custom` defines `grecaptcha`. ' +
      'Each has `render(element, { sitekey, callback })`.',
    values: CAPTCHA_PROVIDERS,
    name: 'CaptchaProvider',
  })
  provider: string;

  @Text({ description: 'Public key of the widget.', example: '1x00000000000000000000AA', max: URL_MAX })
  siteKey: string;

  @Text({
    description: 'Script of the widget.',
    example: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    max: URL_MAX,
  })
  scriptUrl: string;
}

@Tag('Authentication')
@Controller('v1/auth/captcha')
export class CaptchaController {
  constructor(private readonly settings: Settings) {}

  @Get()
  @Endpoint({
    id: 'auth.captcha.get',
    summary: 'Read the bot challenge',
    description:
      'Returns the challenge whose token sign-up, forgotten passwords and sign-in links require as `captcha_token`; null if ' +
      'there is none. A token works once.',
    access: 'public',
    answer: CaptchaDto,
    mayBeNull: true,
  })
  get(): CaptchaDto | null {
    return this.settings.captcha;
  }
}
