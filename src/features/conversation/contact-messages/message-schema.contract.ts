// Loaded when someone starts to fill in the form.
export { MessageInput } from './contact-messages.contract.ts'
