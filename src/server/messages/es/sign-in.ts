import type { Messages } from '../en/index.ts'

export const signIn: Messages['signIn'] = {
  title: 'Iniciar sesión',
  declined:
    'No ha iniciado sesión porque no permitió que OpenStreetMap confirmara su identidad. Nada ha cambiado y puede seguir navegando sin cuenta.',
  accounts: (siteName) =>
    `${siteName} utiliza cuentas de OpenStreetMap. Recibimos el número y el nombre de su cuenta, y nada más.`,
  withOpenStreetMap: 'Iniciar sesión con OpenStreetMap',
  noAccount: '¿Aún no tiene cuenta? Puede crear una en OpenStreetMap en el paso siguiente.',
  development:
    'Este catálogo funciona en modo de desarrollo. Elija con qué usuario iniciar sesión; no se necesita contraseña.',
  existingUsers: 'Usuarios existentes',
  anotherUser: 'Otro usuario',
  username: 'Nombre de usuario',
  newUser: 'Un nombre nuevo crea un usuario nuevo.',
  staff: 'equipo',
}
