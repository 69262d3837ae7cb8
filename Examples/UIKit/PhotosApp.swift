import UIKit

@main
final class PhotosApp: UIResponder, UIApplicationDelegate {}

/// The delegate of the app's scenes: Info.plist names it, as `UISceneDelegateClassName`.
final class PhotosScene: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene, let feed = try? FeedController() else { return }
        window = UIWindow(windowScene: scene)
        window?.rootViewController = UINavigationController(rootViewController: feed)
        window?.makeKeyAndVisible()
    }
}
