import type { Page } from 'playwright-core'

/** Signs a user in with the form for development, and waits for the page that follows. */
export async function signIn(page: Page, baseUrl: string, name: string): Promise<void> {
  await page.goto(`${baseUrl}/login/`)
  await fillSignIn(page, name)
}

/** Does so on a page that led to the sign-in. */
export async function fillSignIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `Your account: ${name}` }).waitFor()
}
