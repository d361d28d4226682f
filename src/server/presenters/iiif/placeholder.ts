/** A drawing of a framed picture with three dots below, 400 × 300 pixels in four grays, in PNG format. */
export const PLACEHOLDER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAZAAAAEsAgMAAACQ2Q1RAAAADFBMVEXl5eWKioqioqLGxsa8RHzjAAAACXBIWXMAAAsT' +
    'AAALEwEAmpwYAAACmUlEQVR42u2asY3bMBRADRkqVLDUCBxBxQEZwoUpu3DhPld4gQO8hDJHRtASGiJbhF+kJDq4BIfL' +
    'J5M7vAeYgGXAz/yf/CQl73YAAAAAAAAAAAAAAAAAAAAAAABvonV/5IgEyV9Iju//FAkSJEiQfCjJj6/5JY1z1+ySyblT' +
    'bsleltoxs8SI5JZZUovkkFli3fOTO2eWtM6n5ZhZMp3CK6tk8KGyfW7JZbfrcktkZNXuM0iKhKtI4osM4bYf80/GImWl' +
    'SIEsUuqLLFpFlt8yG4kiW6J/sYOs7gUkzbWAxJ4LSIY+v8TPzXseyZftollmjbrk23axW+5BaUuqGKFYZEIl05Z07rKl' +
    'pB9CTdaWTFuFNO4YlcoSKfZLvGp3MEGpLPFleK3DrbvtQ1KUJZLrJV4imOak6Er8L39Z1sZKbCEpuhLj+t0Q49XI98sF' +
    'bYn1GyIbN0VWIhUqi65EemFivIZ5mLXSL+0t0Sg//hamYgjaWVnSzSMrxMuEqFXi0t3Vzzlv5j50Mf8SNU1JFWa7j9d3' +
    'mTH3mP+DqqSL83DygzemRPp1UpVMsQKLzCxHCN+9UVGyrrYStnrd3ftyryhplgj5Ll3bdXfvK4uixK7rlY/XsO7ufbnX' +
    'k+y3o4lJarFcn9QkvhauR5PBbauwlH81iU1OizY9cHWKkiE5mhiXbFqMnsSkB7l1KsakaEm6h4OcPT88hNSSTA8HuSZ9' +
    'U2tJ+jQLPkTpm0rvsezp958OapJL/jPjq3ci1CV9gdPvazeH9CW3EpKRZ1r/m4S/lCDJJgEAAIBPztPzr20GwmOstNUn' +
    '3IZM2wyY+YCathkIT5jTNgO1C/9d2dqPKikSriKJLzKEi0zGMmUFAAAAAAAAAAAAAAAAAAAA3sZPSep4k0HJGxEAAAAA' +
    'SUVORK5CYII=',
  'base64',
)

export const PLACEHOLDER_SIZE = { width: 400, height: 300 }
