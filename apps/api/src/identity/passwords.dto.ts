import { NEW_PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX } from '@trunkline/identity';
import { Email, Integer, Secret } from '../http';
import { CaptchaToken, TOKEN_MAX } from './sign-in/auth.dto';

export class ForgotPasswordBody {
  @Email({ description: 'Email address of the user.', example: 'ada@example.com' })
  email: string;

  @CaptchaToken()
  captchaToken?: string;
}

export class ResetPasswordBody {
  @Secret({
    description: '`token` parameter of the mailed link.',
    example: 'Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tUvE7aGdFzKi4',
    max: TOKEN_MAX,
  })
  token: string;

  @Secret({
    description: 'At least 10 characters; the most common passwords are rejected, and the link stays valid.',
    example: 'correct horse battery staple',
    min: NEW_PASSWORD_LENGTH_MIN,
    max: PASSWORD_LENGTH_MAX,
  })
  newPassword: string;
}

export class ChangePasswordBody {
  @Secret({ description: 'Current password.', example: 'correct horse battery staple', max: PASSWORD_LENGTH_MAX })
  currentPassword: string;

  @Secret({
    description: 'At least 10 characters; the most common passwords are rejected.',
    example: 'staple battery horse correct',
    min: NEW_PASSWORD_LENGTH_MIN,
    max: PASSWORD_LENGTH_MAX,
  })
  newPassword: string;
}

export class PasswordChangeDto {
  @Integer({ description: 'Number of other sessions signed out.', example: 2 })
  sessionsRevoked: number;
}
