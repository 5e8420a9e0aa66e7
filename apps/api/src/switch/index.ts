export { createSwitchHandler, type SwitchServices } from './switch-handler';
