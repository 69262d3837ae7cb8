import UIKit

@main
final class PhotosApp: UIResponder, UIApplicationDelegate {
    // In place of an Info.plist that names the scene's delegate.
    func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        _ = URLProtocol.registerClass(PhotoServer.self)
        let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
        configuration.delegateClass = PhotosScene.self
        return configuration
    }
}

final class PhotosScene: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        let (feed, chat) = (FeedController(), ChatController(nibName: nil, bundle: nil))
        (feed.title, chat.title) = ("Photos", "Chat")
        let tabs = UITabBarController(nibName: nil, bundle: nil)
        tabs.viewControllers = [UINavigationController(rootViewController: feed), chat]
        window = UIWindow(windowScene: scene)
        window?.rootViewController = tabs
        window?.makeKeyAndVisible()
    }
}
